/// Whether a process can have a separate mount name space, and so a small disk.
public let canMount: Bool = {
  guard RigProcess.has("unshare", "mount") else { return false }
  let probe = try? RigProcess("unshare", ["--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])
  if probe?.finish().status == 0 { return true }
  print("skipped: no mount name spaces here")
  return false
}()
