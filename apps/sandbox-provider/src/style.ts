/** The sandbox looks different, so that payers see that they left the shop. */
export const style = `
:root{color-scheme:light dark;
--bg:light-dark(#F3F5F8,#0D1117);--panel:light-dark(#FFFFFF,#161C25);--ink:light-dark(#131922,#F1F4F9);
--quiet:light-dark(#525C6B,#A4AFBF);--line:light-dark(#D5DBE4,#2B3543);--control:light-dark(#75808F,#78869A);
--accent:light-dark(#0B5A8F,#7CC4F5);--on-accent:light-dark(#FFFFFF,#04202F);--soft:light-dark(#E4F1FA,#10293A);
--notice:light-dark(#FFE7A8,#3A2C05);--on-notice:light-dark(#443000,#FFE2A0);
--good:light-dark(#0B6640,#6FDBA6);--bad:light-dark(#A81840,#FF93A8);--wait:light-dark(#7A4A00,#FFC878)}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;background:var(--bg);color:var(--ink);
font:1rem/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
p,h1,ul,ol,dl,dd,fieldset{margin:0;padding:0}
fieldset{border:0;min-width:0}
h1{font-size:clamp(2rem,1.6rem + 1.6vw,2.75rem);line-height:1.05;letter-spacing:-.03em}
.quiet{color:var(--quiet)}
.small{font-size:.8125rem}
.notice{padding:10px 16px;background:var(--notice);color:var(--on-notice);text-align:center;font-size:.875rem}
main{margin:0 auto;padding:32px 16px}
.narrow{width:min(100%,30rem);display:grid;gap:16px;padding-block:clamp(32px,12vh,120px)}
.amount{font-size:clamp(3rem,2rem + 5vw,5rem);line-height:1;font-weight:700;letter-spacing:-.045em;
font-variant-numeric:tabular-nums;margin:4px 0 12px -.03em}
.what{font-weight:600;overflow-wrap:anywhere}
.summary .what{font-size:1.125rem;margin-bottom:4px}
.descriptor{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.875em;color:var(--ink);white-space:nowrap}
.checkout{width:min(100%,64rem);display:grid;gap:28px;padding-bottom:0}
legend{font-size:1.25rem;font-weight:650;letter-spacing:-.015em;padding:0;margin-bottom:8px}
.card,.save{display:grid;grid-template-columns:auto auto 1fr;gap:14px;align-items:center;padding:11px 0;
border-top:1px solid var(--line);cursor:pointer}
.save{grid-template-columns:auto 1fr;border-bottom:1px solid var(--line)}
.card:hover .face,.card:has(:checked) .face{background:var(--accent);color:var(--on-accent);border-color:var(--accent)}
.words,.save>span{display:grid;min-width:0}
.words .quiet,.save .quiet{font-size:.9375rem;line-height:1.4;text-wrap:pretty}
input[type=radio],input[type=checkbox]{width:22px;height:22px;margin:0;accent-color:var(--accent)}
.face{width:84px;height:48px;display:grid;align-content:space-between;padding:6px 8px;border-radius:8px;
border:1px solid var(--line);background:var(--panel);font-size:.6875rem;line-height:1.2;font-weight:650;
transition:background-color .12s,color .12s}
.face span:last-child{font-variant-numeric:tabular-nums;letter-spacing:.08em;text-align:end}
.actions{display:grid;gap:10px;grid-template-columns:1fr auto}
.choices .actions{position:sticky;bottom:0;margin-inline:-16px;padding:14px 16px calc(14px + env(safe-area-inset-bottom));
background:var(--bg);border-top:1px solid var(--line)}
button,a.pay{font:inherit;font-weight:650;min-height:52px;padding:0 20px;border-radius:12px;border:1px solid transparent;
display:grid;place-items:center;text-decoration:none;cursor:pointer}
.pay{background:var(--accent);color:var(--on-accent)}
.pay:hover{filter:brightness(1.08)}
.leave{background:none;color:var(--ink);border-color:var(--control)}
.leave:hover,.tools>*:hover{background:var(--soft)}
:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
.card:has(:focus-visible){outline:2px solid var(--ink);outline-offset:2px;border-radius:8px}
.card :focus-visible{outline:none}
dl>div{display:flex;justify-content:space-between;gap:16px;padding:12px 0;border-top:1px solid var(--line)}
dl{border-bottom:1px solid var(--line)}
dt{color:var(--quiet)}
dd{font-weight:600;text-align:end;overflow-wrap:anywhere}
.ledger{width:min(100%,56rem);display:grid;gap:12px}
.ledger>.quiet{max-width:44rem}
.ledger ul{list-style:none;margin-top:12px}
.payment{padding:18px 0;border-top:1px solid var(--line);display:grid;gap:4px}
.head{display:flex;justify-content:space-between;align-items:baseline;gap:16px}
.figure{font-size:1.5rem;line-height:1.1;font-weight:700;letter-spacing:-.03em;font-variant-numeric:tabular-nums}
.status{font-weight:650}
.status.paid{color:var(--good)}
.status.failed,.status.charged_back{color:var(--bad)}
.status.pending,.status.open{color:var(--wait)}
.payment .small{overflow-wrap:anywhere}
.tools{display:flex;flex-wrap:wrap;gap:8px;margin-top:8px}
.tools>*{min-height:44px;padding:0 16px;border:1px solid var(--control);border-radius:10px;background:none;color:var(--ink);
font-weight:600;text-decoration:none;display:grid;place-items:center}
details{margin-top:6px;font-size:.8125rem;color:var(--quiet)}
summary{cursor:pointer;padding:8px 0}
details ol{padding-left:20px}
.empty{padding:32px 0;border-top:1px solid var(--line)}
@media (min-width:860px){
main{padding:44px 32px}
.checkout{grid-template-columns:minmax(0,5fr) minmax(0,6fr);gap:72px;align-items:start;padding-bottom:24px}
.summary{position:sticky;top:44px}
.choices .actions{margin:0;padding:16px 0 20px;border:0}
}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
`;
