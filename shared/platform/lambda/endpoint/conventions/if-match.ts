import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { Problem } from '#shared/base/kernel/errors.ts';
import { atExpectedVersion, type ExpectedVersion } from './expected-version.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Item, Key } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { header } from '../request.ts';
import { matchedVersions } from './entity-tag.ts';

const preconditionFailed = (): Problem =>
  new Problem('precondition_failed', 'The record has changed since the response with this ETag: read it again.');

/**
 * The versions of a record in which `If-Match` lets it be changed; undefined without the header.
 *
 * @param key the record that the endpoint changes, if it offers `If-Match`
 */
export function expectedVersion(event: APIGatewayProxyEventV2, key: Key | undefined): ExpectedVersion | undefined {
  const ifMatch = header(event, 'if-match');
  const versions = ifMatch !== undefined && key ? matchedVersions(ifMatch) : undefined;
  return versions && key && { key, versions, otherwise: preconditionFailed };
}

/**
 * Runs a use case whose commit also requires the expected version. What the use case refuses anyway, it refuses first (RFC 9110 §13.2.1). If it
 * succeeds without a commit, because there is nothing to change, the record is read for it.
 *
 * @throws 412 when the record has another version
 */
export async function underCondition<R, T>(
  expected: ExpectedVersion | undefined,
  commit: Commit<R>,
  run: (commit: Commit<R>) => Promise<T>,
): Promise<T> {
  if (!expected) return run(commit);
  let checked = false;
  const result = await run((writes, value) => {
    checked = true;
    return commit(atExpectedVersion(writes, expected), value);
  });
  if (!checked) await requireVersion(expected);
  return result;
}

async function requireVersion({ key, versions, otherwise }: ExpectedVersion): Promise<void> {
  const found = await getItem<Item & { version?: number }>(key);
  if (found?.version === undefined || !versions.includes(found.version)) throw otherwise();
}
