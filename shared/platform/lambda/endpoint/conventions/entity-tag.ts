import { sha256 } from '#shared/base/kernel/ids.ts';
import { sortedJson } from '#shared/base/kernel/records.ts';

/**
 * The entity tag of a record's JSON (RFC 9110 §8.8.3): the record's version, which `If-Match` compares when the record is changed, and a hash
 * of its content, which also holds what the record's version does not count, such as its statistics.
 */
export const entityTag = (json: string, version: number): string =>
  `"${version}-${sha256(sortedJson(JSON.parse(json))).slice(0, 32)}"`;

/** The tag of the same response compressed: a strong tag names one coding of the content (RFC 9110 §8.8.1). */
export const gzippedTag = (tag: string): string => `${tag.slice(0, -1)}-gzip"`;

/** A tag as above, also one that a proxy has made weak. */
const TAG = /(W\/)?"(\d{1,15})-([0-9a-f]{32})(?:-gzip)?"/g;

const tagsIn = (list: string) =>
  [...list.matchAll(TAG)].map(([, weak, version, hash]) => ({ weak: weak !== undefined, version: Number(version), hash }));

/** Whether `If-None-Match` names the response, so that the caller has it already. */
export const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  const [own] = tagsIn(tag);
  return ifNoneMatch.trim() === '*' || tagsIn(ifNoneMatch).some(({ hash }) => hash === own?.hash);
};

/** The most versions that are compared: DynamoDB's `IN` takes 100 values. */
const MOST_VERSIONS = 100;

/** The versions that `If-Match` names; weak and unknown tags name none (RFC 9110 §13.1.1). Undefined for `*`, which every record matches. */
export function matchedVersions(ifMatch: string): number[] | undefined {
  if (ifMatch.trim() === '*') return undefined;
  const versions = tagsIn(ifMatch).flatMap(({ weak, version }) => (weak ? [] : [version]));
  return [...new Set(versions)].slice(0, MOST_VERSIONS);
}
