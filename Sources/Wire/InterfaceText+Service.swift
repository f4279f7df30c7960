// Written by scripts/embed-interfaces from Interfaces/org.varlink.service.varlink; a test holds them together.
extension Interface {
  static let serviceText = """
    # The interface that every varlink service has: information about the service and its interfaces.
    interface org.varlink.service

    # Returns the service's identity and the names of its interfaces.
    method GetInfo() -> (
      vendor: string,
      product: string,
      version: string,
      url: string,
      interfaces: []string
    )

    # Returns the text of one interface, such as this one.
    method GetInterfaceDescription(interface: string) -> (description: string)

    # The service has no such interface; GetInfo lists its interfaces.
    error InterfaceNotFound (interface: string)

    # The interface has no such method; GetInterfaceDescription lists them.
    error MethodNotFound (method: string)

    # The interface has this method, but this service does not offer it.
    error MethodNotImplemented (method: string)

    # A parameter is missing or of the wrong type.
    error InvalidParameter (parameter: string)

    # The method replies more than once, so the call needs "more": true.
    error ExpectedMore ()

    """
}
