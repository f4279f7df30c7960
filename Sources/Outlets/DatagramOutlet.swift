import Samples

/// An outlet that sends datagrams to one address, whose readers are not known.
protocol DatagramOutlet: Outlet {
  var sender: DatagramSender { get set }
}

extension DatagramOutlet {
  public var subscribers: Int { sender.isOpen ? 1 : 0 }
  public var address: String { sender.address }
  public var counts: OutletCounts { sender.counts }

  public func open(at time: BootInstant) throws(OutletFault) {
    let fault = sender.open()
    if fault < 0 { throw OutletFault(key, address, errno: -fault) }
  }

  public func close() { sender.close() }
}
