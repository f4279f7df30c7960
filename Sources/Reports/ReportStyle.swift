/// The style sheet of the page: for a phone first, light and dark, and legible when printed without colors.
///
/// The colors are those of Okabe and Ito (2008), which can be told apart with any kind of color blindness; lines also differ in
/// their dashes, and marks in their shapes.
public enum ReportStyle {
  /// The rules of a plan, for any page that shows one.
  public static let plan = """
    path{fill:none;vector-effect:non-scaling-stroke;stroke-linejoin:round}
    .grid{stroke:var(--grid);stroke-width:1}
    .after{stroke:var(--blue);stroke-width:2.2;stroke-linecap:round}
    .before{stroke:var(--orange);stroke-width:2;stroke-dasharray:7 5}
    .truth{stroke:var(--green);stroke-width:6;stroke-opacity:.38;stroke-linecap:round}
    .truth-mark{stroke:var(--green);stroke-width:9;stroke-linecap:square;stroke-opacity:.75}
    .fix{stroke:var(--pink);stroke-width:4.5;stroke-linecap:round;stroke-opacity:.75}
    .withheld{stroke:var(--axis);stroke-opacity:.7}
    .route{stroke:var(--green);stroke-width:2.4;stroke-dasharray:1 6;stroke-linecap:round}
    .goal{stroke:var(--green);stroke-width:9;stroke-linecap:round}
    .spot{stroke:var(--ink);stroke-width:7;stroke-linecap:square;stroke-opacity:.65}
    .circles{fill:var(--pink);opacity:.09}
    .rims circle{fill:none;stroke:var(--pink);stroke-opacity:.3;stroke-width:1;vector-effect:non-scaling-stroke}
    .turn .sector{fill:var(--mark);fill-opacity:.28;stroke:var(--mark);stroke-width:1;stroke-opacity:.6}
    .turn .hand{stroke:var(--mark);stroke-width:2.4;stroke-linecap:round}
    .start,.end{stroke-linecap:round;stroke-width:8}
    .rim{stroke:var(--ink)!important;stroke-width:13}
    .start{stroke:var(--card)}.end{stroke:var(--ink)}
    .end{stroke-linecap:square;stroke-width:6}.end.rim{stroke-width:11}
    """

  /// The colors of lines and marks on a light ground.
  public static let lightMarks = """
    --blue:#0067a6;--orange:#d98200;--green:#00865f;--red:#c94f00;--pink:#b0578d;--sky:#3d9bd4;--yellow:#b39b00
    """

  /// The colors of lines and marks on a dark ground.
  public static let darkMarks = """
    --blue:#5cb8f2;--orange:#f0a830;--green:#2fc296;--red:#f5834a;--pink:#dd92bd;--sky:#8fd0f7;--yellow:#e6d64f
    """

  static let sheet = """
    :root{--ground:#f6f5f2;--card:#fff;--ink:#1c1b19;--soft:#6b6860;--rule:#e4e1da;--grid:#e9e6df;--axis:#8a867c;
    \(lightMarks);
    --band:#0067a622;--idle:#c9c5bb;--grave:#a93c00;--fairly:#8a5a00;color-scheme:light dark}
    @media (prefers-color-scheme:dark){:root{--ground:#141413;--card:#1e1d1b;--ink:#ecebe7;--soft:#a3a097;--rule:#34322e;
    --grid:#2c2b28;--axis:#8f8c83;\(darkMarks);--band:#5cb8f22b;--idle:#4b4943;--grave:#f5834a;--fairly:#f0a830}}
    @media print{:root{--ground:#fff;--card:#fff;--ink:#000;--soft:#444;--rule:#bbb;--grid:#ddd;--axis:#555;--blue:#00507f;
    --band:#00000018}}
    *{box-sizing:border-box}
    html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
    body{margin:0;background:var(--ground);color:var(--ink);
    font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif}
    main{max-width:1120px;margin:0 auto;padding:28px 16px 40px}
    h1,h2,h3,p,ul,figure{margin:0;padding:0}
    ul{list-style:none}
    .brand{color:var(--soft);font-size:13px;letter-spacing:.04em}
    h1{font-size:clamp(26px,5vw,38px);line-height:1.15;font-weight:650;letter-spacing:-.015em;overflow-wrap:anywhere;
    margin:2px 0 6px}
    .facts{color:var(--soft);overflow-wrap:anywhere}
    .facts b{color:var(--ink);font-weight:600}
    h2{font-size:21px;font-weight:650;letter-spacing:-.01em;margin:44px 0 14px}
    h3{font-size:15px;font-weight:600;margin:0 0 2px}
    h3 span{color:var(--soft);font-weight:400;margin-left:.5em}
    .verdict{margin:14px 0 0;font-size:clamp(17px,2.6vw,20px);line-height:1.4;border-left:5px solid var(--blue);padding:2px 0 2px 14px}
    .verdict b{font-size:13px;font-weight:650;text-transform:uppercase;letter-spacing:.06em;display:block;color:var(--blue)}
    .verdict.fair{border-color:var(--orange)}.verdict.fair b{color:var(--fairly)}
    .verdict.poor{border-color:var(--grave)}.verdict.poor b{color:var(--grave)}
    nav{margin-top:18px;font-size:14px}
    nav ul{display:flex;flex-wrap:wrap;gap:2px 18px}
    a{color:var(--blue)}nav a{text-decoration-thickness:1px;text-underline-offset:3px}
    .telling h3{margin-top:14px}.telling>div:first-child>h3:first-child{margin-top:0}
    .telling p,.advice li,.notices li{max-width:68ch}
    .advice li{padding:2px 0 2px 20px;margin-top:6px;font-size:15px;position:relative}
    .advice li::before{content:"→";position:absolute;left:0;color:var(--blue)}
    .events{list-style:none;margin:0;padding:0;font-size:14.5px;columns:2;column-gap:36px}
    .events li{display:grid;grid-template-columns:52px minmax(0,1fr);gap:8px;padding:3px 0;break-inside:avoid}
    .events b{font-weight:500;color:var(--soft);font-variant-numeric:tabular-nums;text-align:right}
    .events span{overflow-wrap:anywhere}
    .events .grave span{color:var(--grave);font-weight:550}
    @media (max-width:760px){.events{columns:1}}
    .cards{display:grid;grid-template-columns:repeat(4,1fr);gap:10px;margin-top:22px}
    .cards li{background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:11px 14px 12px;min-width:0}
    .cards span,.cards small{display:block;color:var(--soft);font-size:13px;line-height:1.35}
    .cards b{display:block;font-size:21px;line-height:1.3;font-weight:620;font-variant-numeric:tabular-nums;
    letter-spacing:-.01em;overflow-wrap:anywhere}
    .notices{margin-top:4px}
    .notices li{border-left:3px solid var(--idle);padding:2px 0 2px 12px;margin-top:6px;font-size:15px}
    .notices .grave{border-color:var(--grave);font-weight:550}
    figure{background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:14px 14px 8px 8px;margin-bottom:12px}
    figcaption{padding:0 0 8px 8px}
    figcaption p,.remark,.empty{color:var(--soft);font-size:13.5px;line-height:1.45}
    .legend{display:flex;flex-wrap:wrap;gap:3px 16px;margin-top:5px;font-size:13.5px}
    .legend li{display:flex;align-items:center;gap:6px}
    .legend.tall{flex-direction:column;gap:9px;margin:10px 0 10px}
    .legend.tall li{align-items:flex-start}
    .legend.tall svg{margin-top:4px}
    .legend.tall b{display:block;font-weight:600;line-height:1.35}
    .legend.tall small{display:block;color:var(--soft);font-size:13px;line-height:1.4}
    .swatch{flex:none;overflow:visible}
    .frame{display:grid;grid-template-columns:44px minmax(0,1fr)}
    .frame svg{display:block;width:100%}
    .frame .times{grid-column:2;overflow:visible}
    .plot{box-shadow:-1px 1px 0 var(--axis);overflow:hidden}
    .map{position:relative;min-width:0}
    .plan .plot{height:auto;box-shadow:0 0 0 1px var(--rule)}
    .plan .values{height:100%}
    .over{position:absolute;inset:0;height:100%;overflow:visible}
    text{font-size:12px;fill:var(--soft);font-variant-numeric:tabular-nums;text-anchor:middle}
    .values text{text-anchor:end}
    text.first{text-anchor:start}
    text.last{text-anchor:end}
    .over text{fill:var(--ink);font-weight:600;paint-order:stroke;stroke:var(--card);stroke-width:4px;stroke-linejoin:round}
    .over svg{overflow:visible}
    .over .north path{fill:var(--ink);paint-order:stroke;stroke:var(--card);stroke-width:4px}
    .scale line{stroke:var(--ink);stroke-width:2}
    \(plan)
    .threshold{stroke:var(--axis);stroke-width:1;stroke-dasharray:3 4}
    .zero{stroke:var(--axis);stroke-width:1}
    .applied{stroke:var(--orange);stroke-width:1.6;stroke-dasharray:5 4}
    .truth-thin{stroke:var(--green);stroke-width:1.6;stroke-dasharray:1.5 2.5}
    .band{fill:var(--band);stroke:none}
    .pair{stroke:var(--blue);stroke-width:4;stroke-linecap:round;stroke-opacity:.45}
    .c1{--mark:var(--red)}.c2{--mark:var(--sky)}.c3{--mark:var(--pink)}.c4{--mark:var(--green)}.c5{--mark:var(--yellow)}
    .c6{--mark:var(--ink)}
    .mark{stroke:var(--mark);stroke-width:7}
    .round{stroke-linecap:round}.square{stroke-linecap:square}.mark.square{stroke-width:5.5}
    .mark.small{stroke-width:4.2;stroke-opacity:.7}.mark.small.square{stroke-width:3.4}
    .bar{stroke:var(--mark);stroke-width:1;stroke-opacity:.4;stroke-linecap:butt}
    .series{stroke-width:2}
    .s1{stroke:var(--blue)}.s2{stroke:var(--orange);stroke-dasharray:7 4}.s3{stroke:var(--green);stroke-dasharray:2 3}
    .s4{stroke:var(--pink);stroke-dasharray:9 3 2 3}.s5{stroke:var(--sky);stroke-dasharray:12 4}
    .s6{stroke:var(--yellow);stroke-dasharray:4 2}
    .strips{display:grid;grid-template-columns:minmax(88px,max-content) minmax(0,1fr);gap:5px 10px;align-items:center;
    background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:12px 14px 4px;margin:4px 0 6px}
    .strips span{font-size:13px;line-height:1.2;color:var(--soft)}
    .strips svg{display:block;width:100%}
    .strip{background:var(--ground);border-radius:3px;overflow:hidden}
    .strips .times{overflow:visible}
    .strip path{stroke:none}
    .strip .tick{stroke:var(--mark);stroke-width:2.5;stroke-linecap:butt}
    .good,.present{fill:var(--blue);fill-opacity:.75}.fair{fill:var(--orange)}.bad{fill:var(--red)}.idle{fill:var(--idle)}.silent{fill:none}
    .scarce{fill:var(--blue);fill-opacity:.28}.even{fill:var(--blue);fill-opacity:.4}.odd{fill:var(--orange);fill-opacity:.55}
    .remark{margin:6px 2px 18px}figure .remark{margin-bottom:2px}
    details{border-top:1px solid var(--rule);padding:10px 0}
    summary{cursor:pointer;font-weight:600;font-size:15px}
    .scroll{overflow-x:auto;margin-top:8px}
    table{border-collapse:collapse;font-size:13.5px;font-variant-numeric:tabular-nums;min-width:100%}
    th{color:var(--soft);font-weight:500}
    th,td{text-align:left;padding:4px 18px 4px 0;vertical-align:top;border-bottom:1px solid var(--rule);white-space:nowrap}
    td:last-child{white-space:normal;overflow-wrap:anywhere;min-width:9em}
    footer{margin-top:36px;color:var(--soft);font-size:13px}
    @media (max-width:480px){.cards{grid-template-columns:1fr 1fr}.cards li:last-child:nth-child(odd){grid-column:1/-1}}
    @media (min-width:900px){.telling{display:grid;grid-template-columns:1fr 1fr;gap:36px}.telling>div+div>h3:first-child{margin-top:0}
    .way{display:grid;grid-template-columns:minmax(0,1fr) 270px;gap:20px}
    main{padding:44px 28px 60px}.cards{gap:12px}}
    @media (min-width:1080px){.cards{grid-template-columns:repeat(auto-fit,minmax(134px,1fr))}}
    @media print{body{font-size:11pt}figure,.cards li,.strips{break-inside:avoid}h2,h3{break-after:avoid}nav{display:none}}

    """
}
