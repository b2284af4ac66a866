import { frenchPage, frenchPagePolicy } from '@vehicle-insurance/proofs';

/** The page for a person who opens an invalid or expired link to a document. The page works on any phone. */
export const ENDED_LINK_PAGE = frenchPage({
  title: 'Ce lien n’est plus valable',
  body: `      <h1>Ce lien n’est plus valable</h1>
      <p>Pour protéger vos données, le lien vers une attestation ou un contrat d’assurance n’est valable qu’une heure.</p>
      <h2>Que faire ?</h2>
      <p>Demandez un nouveau lien à l’intermédiaire d’assurance qui vous a envoyé celui-ci, puis enregistrez le
        document dès que vous l’aurez ouvert.</p>
      <p>Votre contrat n’est pas en cause : le lien a expiré, ou il a été mal copié.</p>
      <small>Vous êtes l’intermédiaire ? Ouvrez de nouveau le contrat dans votre logiciel : il affichera de nouveaux
        liens.</small>`,
});

/** The page runs no script and loads nothing. A caller's page may show this page in a frame, like a document. */
export const ENDED_LINK_POLICY = frenchPagePolicy();
