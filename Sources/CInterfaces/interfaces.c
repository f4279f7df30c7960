#include "interfaces.h"

EMBEDDED_TEXT(interface_service, "../Wire/Interfaces/org.varlink.service.varlink")
EMBEDDED_TEXT(interface_tracking, "../Wire/Interfaces/org.gnomon.Tracking.varlink")
EMBEDDED_TEXT(interface_scene, "../Wire/Interfaces/org.gnomon.Scene.varlink")
EMBEDDED_TEXT(interface_calibration, "../Wire/Interfaces/org.gnomon.Calibration.varlink")
EMBEDDED_TEXT(interface_control, "../Wire/Interfaces/org.gnomon.Control.varlink")

// Listed for the build tool, as EMBEDDED_TEXT says.
#if !__has_include("../Wire/Interfaces/org.varlink.service.varlink")
#endif
#if !__has_include("../Wire/Interfaces/org.gnomon.Tracking.varlink")
#endif
#if !__has_include("../Wire/Interfaces/org.gnomon.Scene.varlink")
#endif
#if !__has_include("../Wire/Interfaces/org.gnomon.Calibration.varlink")
#endif
#if !__has_include("../Wire/Interfaces/org.gnomon.Control.varlink")
#endif
