import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { compareEngines } from './compare.ts';
import { startReference } from './server.ts';

/**
 * `npm run test:reference [files]`: the same calls at the local table and at AWS's DynamoDB Local, with their differences; then the tests over HTTP, or
 * those that are named, on DynamoDB Local. Run once for each release.
 */

const PORT = 18_765;
const API = 'test/api';

/** Its stream gives an empty map as `{}`, without the type that every consumer needs; AWS gives `{ "M": {} }`. */
const DEFECT_OF_REFERENCE = ['--exclude', 'test/api/webhooks/delivery-list.test.ts'];

let failed = false;
const server = await startReference(PORT).catch((error: unknown) => {
  console.error((error as Error).message);
  process.exit(2);
});
try {
  const { lines, unjudged } = await compareEngines(server.endpoint);
  console.log(lines.join('\n'));
  failed = unjudged > 0;
  const files = process.argv.slice(2);
  const vitest = join(import.meta.dirname, '../../node_modules/.bin/vitest');
  const env = { ...process.env, DYNAMODB_ENDPOINT: server.endpoint };
  const { status } = spawnSync(vitest, ['run', ...(files.length > 0 ? files : [API, ...DEFECT_OF_REFERENCE])], {
    env,
    stdio: 'inherit',
  });
  failed ||= status !== 0;
} finally {
  server.stop();
}
process.exit(failed ? 1 : 0);
