import { join } from 'node:path';
import ts from 'typescript';

/** What the compiler says of these files, each with its path. */
export type TypeCheck = (files: readonly string[]) => readonly string[];

/** Type-checks single files of a copy of the repository, against all that they import. */
export const typeCheck = (root: string): TypeCheck => {
  const read = ts.readConfigFile(join(root, 'tsconfig.base.json'), (file) => ts.sys.readFile(file)) as Read;
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...read.config.compilerOptions, ...NOTHING_WRITTEN, types: ['node'] },
    root,
  );
  const host = hostWithMemory(options);

  return (files) => {
    const program = ts.createProgram(
      files.map((file) => join(root, file)),
      options,
      host,
    );
    return files.flatMap((file) => {
      const source = program.getSourceFile(join(root, file));
      return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
        ({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
      );
    });
  };
};

interface Read {
  readonly config: { readonly compilerOptions: object };
}

const NOTHING_WRITTEN = { noEmit: true, composite: false, declaration: false, declarationMap: false };

/** Parses a file again only where it has changed: most of a check is reading what others have written. */
const hostWithMemory = (options: ts.CompilerOptions): ts.CompilerHost => {
  const host = ts.createCompilerHost(options);
  const parsed = new Map<string, ts.SourceFile>();
  return {
    ...host,
    getSourceFile: (name, how) => {
      const text = ts.sys.readFile(name);
      const before = parsed.get(name);
      if (text === undefined || before?.text === text) return before;
      const source = host.getSourceFile(name, how);
      if (source) parsed.set(name, source);
      return source;
    },
  };
};
