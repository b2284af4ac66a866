/**
 * The command that migrates the database, for messages. The command is the script of the repository, the program of the
 * image, or the function of the published package, depending on `url`, the address of the running code. With
 * `declared`, the command also declares that the database belongs to that environment.
 */
export const nameMigrateCommand = (declared?: string, url = import.meta.url): string => {
  if (url.includes('/node_modules/'))
    return declared === undefined ? 'migrate(…)' : `migrate({ …, environment: '${declared}', isDeclared: true })`;
  const options = declared === undefined ? '' : `--environment ${declared}`;
  if (url.endsWith('.ts')) return ['npm run migrate', options].filter(Boolean).join(' -- ');
  return ['node migrate.js', options].filter(Boolean).join(' ');
};
