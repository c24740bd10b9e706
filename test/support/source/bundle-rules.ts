import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { overTarget } from '../../../infra/bundle.ts';
import type { FunctionBundle } from '../../../infra/bundle/functions.ts';
import { PRINTER, RENDERER, SCHEMATRON } from '../../../infra/stage/names.ts';

/** The packages and modules of Node that a cold start of an API function may load. Each one slows every cold start: add with care. */
const AT_THE_START = {
  packages: [
    ...['client-dynamodb', 'core', 'credential-provider-env', 'credential-provider-node', 'dynamodb-codec', 'endpoint-cache'],
    ...['lib-dynamodb', 'middleware-endpoint-discovery', 'util-dynamodb', 'xml-builder'],
    // S3 and Lambda are loaded while the table is read (loadMeanwhile); of KMS, little code is left.
    'client-kms',
  ]
    .map(name => `@aws-sdk/${name}`)
    .concat('@aws/lambda-invoke-store', '@middy/core')
    .concat(['core', 'node-http-handler', 'signature-v4', 'types'].map(name => `@smithy/${name}`))
    .concat(
      'big.js',
      'content-disposition',
      'csv-parse',
      'csv-stringify',
      'ibantools',
      'jose',
      'mnemonist',
      'negotiator',
      'obliterator',
    )
    .concat('uuid', 'zod'),
  builtins: [
    ...['async_hooks', 'crypto', 'fs', 'fs/promises', 'https', 'module', 'os', 'path', 'process', 'stream', 'timers'],
    ...['timers/promises', 'util', 'v8', 'zlib'],
  ],
};

const FONTS = [
  ...['inter', 'noto-sans-arabic', 'open-sans'].map(family => `@fontsource/${family}`),
  ...['noto-emoji', 'noto-sans-sc'].map(family => `@fontsource-variable/${family}`),
];

/** Functions that need `node_modules`: the browser and the fonts, canonical XML, the structure of an SVG, the official rules. */
const BESIDE: Record<string, string[]> = {
  [PRINTER]: ['@sparticuz/chromium'],
  [RENDERER]: FONTS,
  // The HTML page that it returns contains its fonts.
  'pdf-template-config-preview': FONTS,
  'invoices-verify-signature': ['libxml2-wasm'],
  'companies-upload-logo': ['libxml2-wasm'],
  [SCHEMATRON]: ['saxon-js'],
};

export const moduleOf = ({ asset, name }: FunctionBundle): string => join(asset, `${name}.mjs`);

/** One sentence for each violation of a bundled function: its size, the packages that a cold start loads, the packages in its folder. */
export function bundleViolations(bundle: FunctionBundle): string[] {
  const { name, file } = bundle;
  const isApi = !/^functions\/(schedules|tasks|workers)\//.test(file);
  return [
    ...overTarget([{ ...bundle, time: undefined }]),
    ...besideFaults(bundle),
    ...withoutMaps(bundle).map(chunk => `${name} has no source map of ${chunk}.`),
    ...(isApi ? startViolations(bundle) : []),
  ];
}

function besideFaults({ name, asset, packages }: FunctionBundle): string[] {
  const expected = BESIDE[name] ?? [];
  const hasFolder = existsSync(join(asset, 'node_modules'));
  return [
    ...(packages.join() === expected.join() ? [] : [`${name} has beside it: ${packages.join(', ')}.`]),
    ...(hasFolder === expected.length > 0 ? [] : [`${name} has ${hasFolder ? 'a' : 'no'} node_modules.`]),
  ];
}

const withoutMaps = ({ asset, files }: FunctionBundle): string[] =>
  files.filter(
    file =>
      !readFileSync(join(asset, file), 'utf8').endsWith(`//# sourceMappingURL=${file}.map\n`) ||
      !existsSync(join(asset, `${file}.map`)),
  );

function startViolations({ name, asset, files, sources }: FunctionBundle): string[] {
  const packages = sources.flatMap(source => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? []);
  const builtins = sources.flatMap(source => /^builtin[^:]*:(.*)/.exec(source)?.[1] ?? []);
  const more = [
    ...packages.filter(one => !AT_THE_START.packages.includes(one)),
    ...builtins.filter(one => !AT_THE_START.builtins.includes(one)),
  ];
  // An endpoint loads them by `import()` (ResponseSchema in shared/platform/lambda/endpoint/definition.ts).
  const schemas = sources.filter(source => /^shared\/.*\/schema\.ts$/.test(source));
  // An import of a built-in module evaluates all its exports (infra/bundle/builtins.ts).
  const outside = files.flatMap(file => importsOf(join(asset, file))).filter(path => !path.startsWith('./'));
  return [
    ...[...new Set(more)].map(one => `${name} loads ${one} at its start.`),
    ...schemas.map(one => `${name} loads ${one}, the schemas of answers, at its start.`),
    ...outside.map(path => `${name} imports ${path} with all that it exports.`),
  ];
}

const importsOf = (path: string): string[] =>
  [...readFileSync(path, 'utf8').matchAll(/(?:^|;|\})(?:import|export)[^;"']*"([^"]+)"/g)].map(match => match[1] ?? '');
