def files(interfaces, version):
    return {}
