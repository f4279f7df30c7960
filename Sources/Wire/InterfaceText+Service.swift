// Written by scripts/embed-interfaces from Interfaces/org.varlink.service.varlink; a test holds them together.
extension Interface {
  static let serviceText = """
    # What every varlink service offers: who it is, and what it can be asked.
    interface org.varlink.service

    # Who answers, and which interfaces it has.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # The text of one interface, such as this one.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # There is no such interface here; GetInfo lists those that there are.
    error InterfaceNotFound (interface: string)

    # The interface has no such method; GetInterfaceDescription lists them.
    error MethodNotFound (method: string)

    # The interface has the method, and this service does not offer it.
    error MethodNotImplemented (method: string)

    # A parameter is missing or of the wrong type.
    error InvalidParameter (parameter: string)

    # The method answers more than once, so the call has to say "more": true.
    error ExpectedMore ()

    """
}
