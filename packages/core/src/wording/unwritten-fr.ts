/** Why the bordereaux were not written. */
export const UNWRITTEN = {
  bordereaux_folder:
    'Le service ne peut pas écrire dans le dossier des bordereaux. Rien n’a été modifié : prévenez l’administrateur.',
  bordereaux_differ:
    'Des bordereaux différents existent déjà, ou l’un d’eux a été modifié. Rien n’a été remplacé. Demandez à l’administrateur de déplacer le dossier, puis recommencez.',
  bordereaux_failed: 'Générez-les depuis la page des bordereaux.',
} as const;
