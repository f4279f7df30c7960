// Written by scripts/embed-view from Page/view.css; a test holds them together.
extension ViewPage {
  static let viewStyle = #"""
    :root {
      --ground: #090d13; --card: #111822; --rule: #223041; --ink: #e8eef6; --soft: #8fa0b4;
      --accent: #ffb454; --route: #45f0a0; --finish: #ff5d8f; --hint: #ffe066;
      --good: #45f0a0; --fair: #ffc857; --poor: #ff6b6b;
      color-scheme: dark;
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html, body { height: 100%; margin: 0; }
    body {
      display: flex; flex-direction: column; background: var(--ground); color: var(--ink); overflow: hidden;
      font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
      font-variant-numeric: tabular-nums;
    }
    h1, h2, p, ul, dl, dd { margin: 0; padding: 0; }
    ul { list-style: none; }
    header { display: flex; align-items: center; gap: 14px; padding: 8px 14px; min-height: 46px; border-bottom: 1px solid var(--rule); }
    h1 { white-space: nowrap; font-size: 17px; font-weight: 650; letter-spacing: -.01em; }
    h1::before {
      content: ""; display: inline-block; width: 0; height: 0; margin-right: 8px;
      border: 7px solid transparent; border-top: 0; border-bottom: 13px solid var(--accent);
    }
    h2 { font-size: 13px; font-weight: 620; overflow-wrap: anywhere; }
    #chips { display: flex; flex-wrap: wrap; gap: 6px; min-width: 0; }
    #chips li {
      display: flex; align-items: center; gap: 6px; padding: 2px 10px; border: 1px solid var(--rule); border-radius: 99px;
      background: var(--card); font-size: 12.5px; white-space: nowrap; max-width: 100%; overflow: hidden; text-overflow: ellipsis;
    }
    #chips li::before { content: ""; flex: none; width: 8px; height: 8px; border-radius: 4px; background: var(--soft); }
    #chips .good::before { background: var(--good); }
    #chips .fair::before { background: var(--fair); }
    #chips .poor::before { background: var(--poor); }
    #chips .plain::before { display: none; }
    #chips .recording::before { background: var(--poor); animation: beat 1s infinite alternate; }
    @keyframes beat { to { opacity: .25; } }
    main { flex: 1; display: grid; grid-template-columns: minmax(0, 1fr) 340px; min-height: 0; }
    #stage { position: relative; min-width: 0; min-height: 0; overflow: hidden; background: #0a1018; }
    canvas { position: absolute; inset: 0; width: 100%; height: 100%; display: block; touch-action: manipulation; }
    #view { cursor: crosshair; }
    aside { display: flex; flex-direction: column; gap: 10px; padding: 10px; overflow: auto; border-left: 1px solid var(--rule); }
    aside section { border: 1px solid var(--rule); border-radius: 10px; background: var(--card); padding: 9px 12px; font-size: 13px; }
    #map { position: relative; flex: 1 0 230px; min-height: 230px; padding: 0; overflow: hidden; }
    .zoom { position: absolute; right: 8px; top: 8px; display: grid; gap: 4px; }
    .legend { position: absolute; left: 9px; top: 7px; font-size: 11px; color: var(--soft); pointer-events: none; }
    .legend li::before { content: ""; display: inline-block; width: 12px; height: 3px; margin-right: 6px; border-radius: 2px; vertical-align: middle; background: currentcolor; }
    .legend .fix::before { height: 6px; width: 6px; margin: 0 9px 0 3px; border-radius: 3px; background: #e7c66b; }
    .legend .before::before { background: #7f8da3; }
    .legend .after::before { background: #58b6ff; }
    button, select {
      font: inherit; color: inherit; background: #1a2432; border: 1px solid #2c3d52; border-radius: 8px; padding: 5px 9px; cursor: pointer;
    }
    button:hover:enabled { background: #243247; }
    button:disabled { opacity: .38; cursor: not-allowed; }
    :focus-visible { outline: 2px solid var(--hint); outline-offset: 1px; }
    .zoom button { width: 30px; height: 30px; padding: 0; font-size: 17px; line-height: 1; }
    #controls { display: grid; grid-template-columns: repeat(4, 1fr); gap: 6px; padding: 8px; }
    #controls button { padding: 5px 2px; font-size: 12.5px; }
    #record { grid-column: span 2; }
    #record i { display: inline-block; width: 9px; height: 9px; border-radius: 5px; background: var(--poor); margin-right: 7px; }
    #record.on i { border-radius: 1px; }
    #said { color: var(--fair); font-size: 12.5px; overflow-wrap: anywhere; }
    #said:empty { display: none; }
    #advice li, #way-text { color: var(--soft); overflow-wrap: anywhere; }
    #detail { position: relative; }
    #detail-close { position: absolute; right: 6px; top: 6px; padding: 0 8px; }
    #detail h2 { padding-right: 30px; }
    dl { display: grid; grid-template-columns: auto 1fr; gap: 1px 12px; margin-top: 4px; }
    dt { color: var(--soft); }
    dd { overflow-wrap: anywhere; }
    #toast {
      position: absolute; left: 50%; bottom: 18px; transform: translateX(-50%); max-width: min(80%, 480px); padding: 8px 18px; border-radius: 99px;
      background: #f4f7fb; color: #0b1017; font-size: 15px; font-weight: 600; box-shadow: 0 6px 24px #0008; text-align: center;
    }
    #away {
      position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 6px; padding: 24px; text-align: center;
      background: #060a10d8; font-size: 14px; color: var(--soft);
    }
    #away b { font-size: 20px; color: var(--ink); }
    #away span { max-width: 60ch; overflow-wrap: anywhere; }
    footer { display: flex; align-items: center; gap: 12px; padding: 8px 14px; border-top: 1px solid var(--rule); }
    #bar { flex: 1; min-width: 0; accent-color: var(--accent); }
    #play { min-width: 66px; }
    #clock { font-size: 13px; color: var(--soft); white-space: nowrap; }
    @media (max-width: 760px), (max-aspect-ratio: 1/1) {
      body { overflow: auto; }
      header, footer { flex: none; }
      footer { position: sticky; bottom: 0; background: var(--ground); }
      header { padding: 6px 10px; gap: 10px; min-height: 0; }
      #chips { flex-wrap: nowrap; overflow: auto; scrollbar-width: none; }
      #chips li { flex: none; max-width: 80vw; }
      main { flex: none; grid-template-columns: minmax(0, 1fr); grid-template-rows: max(300px, 56vh) auto; }
      aside { border-left: 0; border-top: 1px solid var(--rule); overflow: visible; }
      #map { flex: none; height: 250px; }
    }
    @media (prefers-reduced-motion: reduce) { * { animation: none !important; transition: none !important; } }

    """#
}
