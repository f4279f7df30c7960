import CommandParts
import Text

extension BenchCommand {
  /// A public data set with truth.
  private struct Source {
    let name: String
    let content: String
    let from: String
    let licence: String
    let steps: String
  }

  private static let sources: [Source] = [
    Source(
      name: "BROAD",
      content:
        "39 trials of an inertial sensor with magnetometer at 286 Hz, orientation by cameras (docs/comparison.md has 12 of them)",
      from: "github.com/dlaidig/broad, folder data_hdf5; Laidig, Caruso, Cereatti, Seel, Data 6(7):72, 2021",
      licence: "CC BY 4.0",
      steps: "scripts/public-data broad FOLDER_OF_HDF5 DATA/orientation"),
    Source(
      name: "IPIN 2023, track 3",
      content: "walks with telephones in a yard and a museum, surveyed marks",
      from: "evaal.aaloa.org, IPIN competition 2023, off-site track 3 (Torres-Sospedra et al.)",
      licence: "we could not find it out: ask the authors before you publish anything of it",
      steps: "scripts/public-data ipin LOG.txt DATA/walks"),
  ]

  func printSources(asJSON: Bool) {
    if asJSON {
      return Terminal.print(
        .array(
          Self.sources.map {
            [
              "name": .string($0.name), "content": .string($0.content), "from": .string($0.from),
              "licence": .string($0.licence), "steps": .string($0.steps),
            ]
          }))
    }
    Terminal.print(
      Self.sources.map {
        "\($0.name): \($0.content)\n  from     \($0.from)\n  licence  \($0.licence)\n  then     \($0.steps)\n"
      }.joined(separator: "\n"))
  }
}
