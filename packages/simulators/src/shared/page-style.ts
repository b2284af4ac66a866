/** The style of every page, for phones, in light and dark mode. */
export const STYLE = `
:root{--ink:#10213a;--soft:#55657d;--line:#e4e9f0;--paper:#fff;--ground:#eef3f9;--glow:#d8e8ff;--brand:#0b5fd0;--brand-ink:#fff;
--good:#0d7a4c;--good-soft:#e3f6ec;--bad:#a4291d;--bad-soft:#fdecea;--warn:#8a5300;--warn-soft:#fff4dc;--shadow:0 1px 2px #10213a14,0 18px 40px -12px #10213a2e}
@media (prefers-color-scheme:dark){:root{--ink:#eaf0f8;--soft:#a5b3c7;--line:#2a3850;--paper:#152136;--ground:#0b1424;--glow:#16305a;--brand:#6aa9ff;--brand-ink:#07182f;
--good:#5fd6a0;--good-soft:#12382b;--bad:#ff9b8f;--bad-soft:#44201c;--warn:#ffcf7a;--warn-soft:#3d2f12;--shadow:0 18px 40px -12px #0008}}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;min-height:100dvh;padding:20px 16px 24px;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:16px;
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;color:var(--ink);
background:radial-gradient(120% 60% at 50% 0,var(--glow),transparent 70%) no-repeat,var(--ground);-webkit-text-size-adjust:100%}
.card{width:100%;max-width:420px;background:var(--paper);border-radius:24px;padding:20px 24px 24px;box-shadow:var(--shadow);overflow-wrap:anywhere}
header{display:flex;align-items:center;justify-content:space-between;gap:12px;padding-bottom:16px;margin-bottom:22px;border-bottom:1px solid var(--line)}
.brand{display:flex;align-items:center;gap:8px;font-weight:650}
.brand svg{color:var(--brand)}
svg{width:22px;height:22px;flex:none}
.tag{font-size:12px;font-weight:650;color:var(--warn);background:var(--warn-soft);padding:3px 10px;border-radius:99px;white-space:nowrap}
h1{font-size:22px;line-height:1.25;letter-spacing:-.01em;font-weight:700}
.asks{text-align:center;font-size:19px}
.asks span{display:block;font-size:14px;font-weight:400;color:var(--soft);margin-bottom:2px;letter-spacing:0}
.amount{font-size:clamp(28px,9.2vw,38px);line-height:1.15;font-weight:750;letter-spacing:-.025em;text-align:center;margin:18px 0 20px;font-variant-numeric:tabular-nums}
.lead{color:var(--soft);margin:8px 0 20px;text-align:center}
.facts{border:1px solid var(--line);border-radius:16px;padding:2px 16px}
.facts div{display:flex;justify-content:space-between;align-items:baseline;flex-wrap:wrap;gap:2px 16px;padding:11px 0}
.facts div+div{border-top:1px solid var(--line)}
dt{color:var(--soft);flex:none}
dd{margin:0 0 0 auto;text-align:right;font-size:15px;font-weight:600;font-variant-numeric:tabular-nums;min-width:0}
.left{display:flex;align-items:center;justify-content:center;gap:8px;margin:18px 0;color:var(--soft)}
.left svg{width:18px;height:18px}
.left strong{color:var(--ink);font-variant-numeric:tabular-nums}
.actions{display:grid;gap:10px;margin-top:20px}
.left+.actions{margin-top:0}
.button{display:flex;align-items:center;justify-content:center;gap:8px;width:100%;min-height:54px;padding:12px 16px;border:2px solid transparent;border-radius:16px;font:inherit;font-weight:650;
text-align:center;text-decoration:none;color:var(--brand-ink);background:var(--brand);cursor:pointer}
.button:hover{filter:brightness(1.08)}
.button:active{transform:translateY(1px)}
.button:focus-visible{outline:3px solid var(--brand);outline-offset:3px}
.quiet{color:var(--ink);background:transparent;border-color:var(--line)}
.notice{display:flex;gap:10px;margin-top:18px;padding:12px 14px;border-radius:14px;color:var(--bad);background:var(--bad-soft);font-size:15px}
.outcome{display:grid;justify-items:center;gap:12px;text-align:center;padding-top:4px}
.outcome svg{width:76px;height:76px;padding:18px;border-radius:50%}
.outcome+.facts{margin-top:22px}
.good svg{color:var(--good);background:var(--good-soft)}
.bad svg{color:var(--bad);background:var(--bad-soft)}
.warn svg{color:var(--warn);background:var(--warn-soft)}
.muted svg{color:var(--soft);background:var(--ground)}
.plate{width:fit-content;margin:20px auto;padding:6px 18px;border:2px solid var(--ink);border-radius:10px;font-size:26px;font-weight:750;letter-spacing:.06em;font-variant-numeric:tabular-nums}
.foot{display:flex;align-items:center;gap:8px;max-width:420px;padding:0 8px;font-size:13px;color:var(--soft)}
.foot svg{width:16px;height:16px}
`;
