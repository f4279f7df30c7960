import Foundation
import TestSupport
import Testing

/// The command erases the learned places on a full or read-only disk.
@Suite struct FullDiskTests {
  /// On a full disk the old content is erased as well; where the file is read-only it stays, and the error names it. The disk is
  /// a small one in a separate name space of the daemon.
  @Test(.enabled(if: canMount), arguments: ["full", "read-only"]) func forgettingOnAFullOrReadOnlyDisk(_ kind: String)
    throws
  {
    let scratch = try Scratch(), disk = scratch.path("disk"), socket = scratch.path("s")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let script = """
      mount -t tmpfs -o size=256k tmpfs "$1"
      printf '{"schema":1,"profile":"head","place":[48.247114,16.374711]}' > "$1/state.json"
      printf '{"place":[48.247114' > "$1/state.json.unread"
      if [ "$5" != full ]; then
        mount --bind "$1/state.json" "$1/state.json" && mount -o remount,bind,ro "$1/state.json"
      fi
      "$2" --config /dev/null --state "$1" --recordings "$1" --socket "$3" & daemon=$!
      until "$4" status --socket "$3" > /dev/null 2>&1; do
        kill -0 $daemon && [ $((tries += 1)) -lt 300 ] || exit 9
        sleep 0.1
      done
      if [ "$5" = full ]; then cat /dev/zero > "$1/filler" 2> /dev/null; fi
      "$4" forget --socket "$3"; echo "status $?"
      grep -l 247114 "$1"/state.json*; kill $daemon; wait $daemon
      """
    let products = ["gnomond", "gnomon"].map(Products.path)
    let run = try run(
      URL(fileURLWithPath: "/usr/bin/env"),
      ["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", disk, products[0], socket, products[1], kind])
    if kind == "full" {
      #expect(run.output.contains("erased what was learned of 1 place\nstatus 0"), "\(run)")
      #expect(!run.output.contains("state.json"), "\(run)")
    } else {
      #expect(run.output.contains("status 1"), "\(run)")
      #expect(run.errors.contains("state.json") && run.errors.contains("Read-only file system"), "\(run)")
    }
  }
}
