#include "view_page.h"

EMBEDDED_TEXT(page_index, "../gnomon/View/Page/index.html")
EMBEDDED_TEXT(page_icon, "../gnomon/View/Page/icon.svg")
EMBEDDED_TEXT(page_view, "../gnomon/View/Page/view.css")
EMBEDDED_TEXT(page_main, "../gnomon/View/Page/main.js")
EMBEDDED_TEXT(page_session, "../gnomon/View/Page/session.js")
EMBEDDED_TEXT(page_camera, "../gnomon/View/Page/camera.js")
EMBEDDED_TEXT(page_ink, "../gnomon/View/Page/ink.js")
EMBEDDED_TEXT(page_backdrop, "../gnomon/View/Page/backdrop.js")
EMBEDDED_TEXT(page_scenery, "../gnomon/View/Page/scenery.js")
EMBEDDED_TEXT(page_instruments, "../gnomon/View/Page/instruments.js")
EMBEDDED_TEXT(page_plan, "../gnomon/View/Page/plan.js")
EMBEDDED_TEXT(page_panel, "../gnomon/View/Page/panel.js")

// Listed for the build tool, as EMBEDDED_TEXT says.
#if !__has_include("../gnomon/View/Page/index.html")
#endif
#if !__has_include("../gnomon/View/Page/icon.svg")
#endif
#if !__has_include("../gnomon/View/Page/view.css")
#endif
#if !__has_include("../gnomon/View/Page/main.js")
#endif
#if !__has_include("../gnomon/View/Page/session.js")
#endif
#if !__has_include("../gnomon/View/Page/camera.js")
#endif
#if !__has_include("../gnomon/View/Page/ink.js")
#endif
#if !__has_include("../gnomon/View/Page/backdrop.js")
#endif
#if !__has_include("../gnomon/View/Page/scenery.js")
#endif
#if !__has_include("../gnomon/View/Page/instruments.js")
#endif
#if !__has_include("../gnomon/View/Page/plan.js")
#endif
#if !__has_include("../gnomon/View/Page/panel.js")
#endif
