import { join } from 'node:path';

/** The generators, with what each needs to make a client, to compile it, and to run the main flow by it (`flows/`). */
const HERE = import.meta.dirname;
export const DOCUMENT = join(HERE, '.cache/openapi.json');
/** Absent until `npm ci` has run in this folder. */
export const PACKAGES = join(HERE, 'node_modules');

const bin = (name: string): string => join(HERE, 'node_modules/.bin', name);
const PYTHON = join(HERE, '.cache/python/bin/python');

/** A command with its arguments, in the folder of the generated client. */
export type Step = [command: string, ...rest: string[]];

export interface Generator {
  /** Whether it needs no other programs than its packages from npm. */
  npmAlone?: true;
  generate: Step;
  /** Absent: there is no compiler to ask. */
  compile?: Step[];
  /** Absent: the flow is not run. */
  run?: Step;
  /** Files beside the generated ones: the flow, and settings of the compiler. By name, their text or the name of the flow. */
  files?: Record<string, string | { flow: string }>;
}

const COMPILER_OPTIONS = { strict: true, noEmit: true, target: 'es2022', module: 'esnext', moduleResolution: 'bundler' };
const TSCONFIG = JSON.stringify({
  compilerOptions: { ...COMPILER_OPTIONS, lib: ['es2022', 'dom', 'dom.iterable'], types: [], skipLibCheck: true },
  include: ['**/*.ts'],
});
const typescript = (flow: string): Omit<Generator, 'generate'> => ({
  compile: [
    [bin('tsc'), '-p', '.'],
    [bin('esbuild'), 'flow.ts', '--bundle', '--format=esm', '--platform=node', '--log-level=error', '--outfile=flow.mjs'],
  ],
  run: [process.execPath, 'flow.mjs'],
  files: { 'tsconfig.json': TSCONFIG, 'flow.ts': { flow } },
});

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

const go = (flow: string): Omit<Generator, 'generate'> => ({
  compile: [
    ['go', 'mod', 'tidy'],
    ['go', 'build', './...'],
  ],
  run: ['go', 'run', './flow'],
  files: { 'flow/main.go': { flow } },
});

export const GENERATORS: Record<string, Generator> = {
  '@hey-api/openapi-ts': {
    npmAlone: true,
    generate: [bin('openapi-ts'), '-i', DOCUMENT, '-o', 'api'],
    ...typescript('hey-api.ts'),
  },
  orval: {
    npmAlone: true,
    generate: [bin('orval'), '--input', DOCUMENT, '--output', 'api.ts', '--client', 'fetch'],
    ...typescript('orval.ts'),
  },
  'openapi-typescript': {
    npmAlone: true,
    generate: [bin('openapi-typescript'), DOCUMENT, '-o', 'schema.ts'],
    ...typescript('openapi-typescript.ts'),
  },
  'openapi-generator typescript-fetch': {
    generate: openapiGenerator('typescript-fetch'),
    ...typescript('typescript-fetch.ts'),
  },
  'openapi-python-client': {
    generate: [
      PYTHON,
      '-m',
      'openapi_python_client',
      'generate',
      '--path',
      DOCUMENT,
      '--output-path',
      '.',
      '--overwrite',
      '--config',
      'config.yml',
    ],
    compile: [[PYTHON, '-m', 'compileall', '-q', '.']],
    run: [PYTHON, 'flow.py'],
    files: {
      'flow.py': { flow: 'openapi_python_client.py' },
      'config.yml': 'content_type_overrides: { application/pdf: application/octet-stream }\n',
    },
  },
  'openapi-generator python': {
    generate: openapiGenerator('python'),
    compile: [[PYTHON, '-c', 'import openapi_client']],
    run: [PYTHON, 'flow.py'],
    files: { 'flow.py': { flow: 'openapi_generator.py' } },
  },
  'openapi-generator go': { generate: openapiGenerator('go'), ...go('openapi-generator.go') },
  'oapi-codegen': {
    generate: [join(HERE, '.cache/bin/oapi-codegen'), '-config', 'oapi-codegen.yaml', DOCUMENT],
    ...go('oapi-codegen.go'),
    files: {
      ...go('oapi-codegen.go').files,
      'oapi-codegen.yaml': OAPI_CODEGEN,
      'go.mod': 'module api\n\ngo 1.24\n',
    },
  },
  'openapi-generator java': {
    generate: openapiGenerator('java'),
    compile: [['mvn', '-q', 'compile']],
    run: ['mvn', '-q', 'compile', 'exec:java', '-Dexec.mainClass=Flow'],
    files: { 'src/main/java/Flow.java': { flow: 'Flow.java' } },
  },
  'openapi-generator csharp': { generate: openapiGenerator('csharp') },
  'openapi-generator php': { generate: openapiGenerator('php'), compile: [[process.execPath, join(HERE, 'parse-php.ts')]] },
};
