/**
 * The command that migrates the database, for messages. `url`, the URL of the running module, determines the command:
 * the repository's script, the image's program, or the published package's function. With `declared`, the command also
 * declares that the database belongs to that environment.
 */
export const nameMigrateCommand = (declared?: string, url = import.meta.url): string => {
  if (url.includes('/node_modules/'))
    return declared === undefined ? 'migrate(…)' : `migrate({ …, environment: '${declared}', isDeclared: true })`;
  const options = declared === undefined ? '' : `--environment ${declared}`;
  if (url.endsWith('.ts')) return ['npm run migrate', options].filter(Boolean).join(' -- ');
  return ['node migrate.js', options].filter(Boolean).join(' ');
};
