import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../json.ts';

/** The file with the API of the last release. */
export const RELEASED_FILE = join(import.meta.dirname, 'released.json');

/** The API of the last release, without descriptions and examples. */
export const releasedDocument = (): JsonObject => JSON.parse(readFileSync(RELEASED_FILE, 'utf8')) as JsonObject;
