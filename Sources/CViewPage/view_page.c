#include "view_page.h"

EMBEDDED_TEXT(page_index, "../Viewer/Page/index.html")
EMBEDDED_TEXT(page_view, "../Viewer/Page/view.css")
EMBEDDED_TEXT(page_main, "../Viewer/Page/main.js")
EMBEDDED_TEXT(page_session, "../Viewer/Page/session.js")
EMBEDDED_TEXT(page_camera, "../Viewer/Page/camera.js")
EMBEDDED_TEXT(page_ink, "../Viewer/Page/ink.js")
EMBEDDED_TEXT(page_backdrop, "../Viewer/Page/backdrop.js")
EMBEDDED_TEXT(page_scenery, "../Viewer/Page/scenery.js")
EMBEDDED_TEXT(page_instruments, "../Viewer/Page/instruments.js")
EMBEDDED_TEXT(page_plan, "../Viewer/Page/plan.js")
EMBEDDED_TEXT(page_panel, "../Viewer/Page/panel.js")
EMBEDDED_TEXT(page_awake, "../Viewer/Page/awake.js")
EMBEDDED_TEXT(page_words, "../Viewer/Page/words.js")
EMBEDDED_TEXT(page_picture, "../Viewer/Page/picture.js")
EMBEDDED_TEXT(page_glasses, "../Viewer/Page/glasses.html")
EMBEDDED_TEXT(page_glasses_style, "../Viewer/Page/glasses.css")
EMBEDDED_TEXT(page_glasses_script, "../Viewer/Page/glasses.js")
EMBEDDED_TEXT(page_code, "../Viewer/Page/code.html")
EMBEDDED_TEXT(page_code_style, "../Viewer/Page/code.css")
EMBEDDED_TEXT(page_code_script, "../Viewer/Page/code.js")

// Listed for the build tool, as EMBEDDED_TEXT says.
#if !__has_include("../Viewer/Page/index.html")
#endif
#if !__has_include("../Viewer/Page/view.css")
#endif
#if !__has_include("../Viewer/Page/main.js")
#endif
#if !__has_include("../Viewer/Page/session.js")
#endif
#if !__has_include("../Viewer/Page/camera.js")
#endif
#if !__has_include("../Viewer/Page/ink.js")
#endif
#if !__has_include("../Viewer/Page/backdrop.js")
#endif
#if !__has_include("../Viewer/Page/scenery.js")
#endif
#if !__has_include("../Viewer/Page/instruments.js")
#endif
#if !__has_include("../Viewer/Page/plan.js")
#endif
#if !__has_include("../Viewer/Page/panel.js")
#endif
#if !__has_include("../Viewer/Page/awake.js")
#endif
#if !__has_include("../Viewer/Page/words.js")
#endif
#if !__has_include("../Viewer/Page/picture.js")
#endif
#if !__has_include("../Viewer/Page/glasses.html")
#endif
#if !__has_include("../Viewer/Page/glasses.css")
#endif
#if !__has_include("../Viewer/Page/glasses.js")
#endif
#if !__has_include("../Viewer/Page/code.html")
#endif
#if !__has_include("../Viewer/Page/code.css")
#endif
#if !__has_include("../Viewer/Page/code.js")
#endif
