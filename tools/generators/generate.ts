import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Generates a client by each generator that this machine can run, compiles it where there is a compiler, and prints a table:
 * `node infra/openapi/cli.ts tools/generators/.cache/openapi.json && node tools/generators/generate.ts [name …]`. README.md says what it needs.
 */
const HERE = import.meta.dirname;
const OUT = join(HERE, '.cache/out');
const DOCUMENT = join(HERE, '.cache/openapi.json');
const bin = (name: string): string => join(HERE, 'node_modules/.bin', name);
const python = (name: string): string => join(HERE, '.cache/python/bin', name);

/** A command with its arguments, in the folder of the generated client. */
type Step = [command: string, ...rest: string[]];

interface Generator {
  generate: Step;
  /** Absent: the machine's compiler is not asked. */
  compile?: Step[];
  /** Files that the compiler needs beside the generated ones. */
  files?: Record<string, string>;
}

const COMPILER_OPTIONS = { strict: true, noEmit: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler' };
const TSCONFIG = JSON.stringify({
  compilerOptions: { ...COMPILER_OPTIONS, lib: ['es2022', 'dom', 'dom.iterable'], types: [] },
  include: ['**/*.ts'],
});
const typescript: Pick<Generator, 'compile' | 'files'> = {
  compile: [[bin('tsc'), '-p', '.']],
  files: { 'tsconfig.json': TSCONFIG },
};

const openapiGenerator = (language: string): Step => [
  'java',
  '-jar',
  join(HERE, '.cache/openapi-generator-cli-7.25.0.jar'),
  ...['generate', '-g', language, '-i', DOCUMENT, '-o', '.'],
];

const OAPI_CODEGEN = `package: api
output: api.go
generate: { models: true, client: true }
output-options: { skip-prune: true, client-type-name: ApiClient }
`;

const GENERATORS: Record<string, Generator> = {
  '@hey-api/openapi-ts': { generate: [bin('openapi-ts'), '-i', DOCUMENT, '-o', 'api'], ...typescript },
  orval: { generate: [bin('orval'), '--input', DOCUMENT, '--output', 'api.ts', '--client', 'fetch'], ...typescript },
  'openapi-typescript': { generate: [bin('openapi-typescript'), DOCUMENT, '-o', 'schema.ts'], ...typescript },
  'openapi-python-client': {
    generate: [python('openapi-python-client'), 'generate', '--path', DOCUMENT, '--output-path', '.', '--overwrite'],
    compile: [[python('python'), '-m', 'compileall', '-q', '.']],
  },
  'openapi-generator python': {
    generate: openapiGenerator('python'),
    compile: [[python('python'), '-c', 'import openapi_client']],
  },
  'openapi-generator typescript-fetch': { generate: openapiGenerator('typescript-fetch'), ...typescript },
  'openapi-generator go': {
    generate: openapiGenerator('go'),
    compile: [
      ['go', 'mod', 'tidy'],
      ['go', 'build', '.'],
    ],
  },
  'openapi-generator java': { generate: openapiGenerator('java'), compile: [['mvn', '-q', 'compile']] },
  'openapi-generator csharp': { generate: openapiGenerator('csharp') },
  'openapi-generator php': { generate: openapiGenerator('php') },
  'oapi-codegen': {
    generate: [join(HERE, '.cache/bin/oapi-codegen'), '-config', 'oapi-codegen.yaml', DOCUMENT],
    files: { 'oapi-codegen.yaml': OAPI_CODEGEN, 'go.mod': 'module api\n\ngo 1.24\n' },
    compile: [
      ['go', 'mod', 'tidy'],
      ['go', 'build', './...'],
    ],
  },
};

/** Runs a step; `yes`, or the first line that speaks of an error. */
function run([command, ...rest]: Step, folder: string): string {
  const { status, error, stdout, stderr } = spawnSync(command, rest, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error) return 'not here';
  if (status === 0) return 'yes';
  const lines = `${stdout}\n${stderr}`.split('\n').filter(line => line.trim() !== '');
  return `no: ${(lines.find(line => /error|exception/i.test(line)) ?? lines[0] ?? `exit code ${status}`).slice(0, 160)}`;
}

function row(name: string, { generate, compile = [], files = {} }: Generator): string {
  const folder = join(OUT, name.replaceAll(/\W+/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const generated = run(generate, folder);
  if (generated !== 'yes') return `| ${name} | ${generated} | |`;
  const failed = compile.map(step => run(step, folder)).find(result => result !== 'yes');
  return `| ${name} | yes | ${compile.length === 0 ? 'not compiled' : (failed ?? 'yes')} |`;
}

if (!existsSync(DOCUMENT))
  throw new Error('Write the document first: node infra/openapi/cli.ts tools/generators/.cache/openapi.json');
const asked = process.argv.slice(2);
console.log('| Generator | Generates | Compiles |\n| --- | --- | --- |');
for (const [name, generator] of Object.entries(GENERATORS))
  if (asked.length === 0 || asked.includes(name)) console.log(row(name, generator));
