import { createHash } from 'node:crypto';

const STYLE = `
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f3f5f8; color: #1c2733;
    font: 1.0625rem/1.55 system-ui, sans-serif; }
  main { box-sizing: border-box; width: min(34rem, 100%); padding: 2rem 1.5rem; }
  h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
  h2 { margin: 1.75rem 0 .25rem; font-size: 1.0625rem; }
  p { margin: 0 0 .75rem; }
  code { overflow-wrap: anywhere; }
  small { display: block; margin-top: 2rem; padding-top: 1rem; border-top: 1px solid #c8d0da; color: #4a5866;
    font-size: .875rem; }
  @media (prefers-color-scheme: dark) {
    body { background: #12181f; color: #e6ebf0; }
    small { border-color: #38434f; color: #a9b5c1; }
  }
`;

/** For the person who opens a link to a document that opens nothing, or no longer: what to do, on any phone. */
export const ENDED_LINK_PAGE = `<!doctype html>
<html lang="fr">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Ce lien n’ouvre plus de document</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <main>
      <h1>Ce lien n’ouvre plus de document</h1>
      <p>Pour protéger vos données, le lien vers une attestation ou un contrat d’assurance n’est valable qu’une heure.</p>
      <h2>Que faire ?</h2>
      <p>Demandez un nouveau lien à l’intermédiaire d’assurance qui vous a envoyé celui-ci, puis enregistrez le
        document dès que vous l’aurez ouvert.</p>
      <p>Cela ne change rien à votre contrat : seul le lien a expiré, ou il a été copié incomplètement.</p>
      <small>Vous êtes l’intermédiaire ? Relisez le contrat avec <code>GET /contract/{id}</code> : chaque lecture donne
        des liens neufs.</small>
    </main>
  </body>
</html>
`;

/** The page runs nothing and loads nothing; a caller's page may show it in a frame, as it does a document. */
export const ENDED_LINK_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
