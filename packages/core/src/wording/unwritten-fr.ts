export const UNWRITTEN = {
  bordereaux_folder:
    'Le service ne peut pas écrire dans le dossier des bordereaux : aucun bordereau n’a été modifié. Prévenez l’administrateur.',
  bordereaux_differ:
    'Les bordereaux déjà générés pour ce mois ne correspondent pas aux écritures, ou leurs fichiers ont été modifiés. Rien n’a été remplacé. Demandez à l’administrateur de déplacer le dossier de ces bordereaux, puis générez de nouveau les bordereaux.',
  bordereaux_failed: 'Ouvrez la page Comptabilité, cliquez sur « Voir » dans la colonne Bordereaux, puis générez-les.',
} as const;
