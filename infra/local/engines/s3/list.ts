import { AwsError } from '../http.ts';
import type { StoredObject } from './stored-object.ts';
import type { S3Store } from './store.ts';
import type { HistoryEntry } from './versions.ts';
import type { XmlTree } from '../../xml.ts';
import { xmlDocument } from './xml.ts';

const MAX_KEYS = 1000;

function maxKeysOf(query: URLSearchParams): number {
  const maxKeys = Math.min(MAX_KEYS, Number(query.get('max-keys') ?? MAX_KEYS));
  if (Number.isInteger(maxKeys) && maxKeys >= 0) return maxKeys;
  throw new AwsError('InvalidArgument', 400, 'max-keys must be a whole number of 0 or more.', { ArgumentName: 'max-keys' });
}

const tokenOf = (key: string): string => Buffer.from(`1 ${key}`).toString('base64url');

/** The key after which a listing continues; empty for the first page. @throws AwsError for a token that no page has given */
function keyOf(token: string | null): string {
  if (token === null) return '';
  const key = Buffer.from(token, 'base64url').toString().slice(2);
  if (key !== '' && tokenOf(key) === token) return key;
  throw new AwsError('InvalidArgument', 400, 'The continuation token provided is incorrect', {
    ArgumentName: 'continuation-token',
  });
}

/** ListObjectsV2: prefix, delimiter, pages by continuation token. */
export function listObjects(store: S3Store, bucket: string, query: URLSearchParams): string {
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
  const maxKeys = maxKeysOf(query);
  const after = keyOf(query.get('continuation-token'));
  const page = pageOf(store.list(bucket, prefix, after), { prefix, delimiter, maxKeys, covered: after });
  return xmlDocument('ListBucketResult', {
    Name: bucket,
    Prefix: prefix,
    Delimiter: delimiter || undefined,
    MaxKeys: maxKeys,
    KeyCount: page.objects.length + page.prefixes.length,
    IsTruncated: page.next !== undefined,
    NextContinuationToken: page.next === undefined ? undefined : tokenOf(page.next),
    Contents: page.objects.map(({ key, modifiedAt, etag, size }) => ({
      Key: key,
      LastModified: modifiedAt,
      ETag: etag,
      Size: size,
      StorageClass: 'STANDARD',
    })),
    CommonPrefixes: page.prefixes.map(common => ({ Prefix: common })),
  });
}

/**
 * ListObjectVersions. In a bucket without versioning each object has one version, whose id is `null`. Paged by `key-marker` and
 * `version-id-marker`.
 */
export function listVersions(store: S3Store, bucket: string, query: URLSearchParams): string {
  if (store.versions.isLocked(bucket)) return listHistory(store, bucket, query);
  const prefix = query.get('prefix') ?? '';
  const after = query.get('key-marker') ?? '';
  const maxKeys = maxKeysOf(query);
  const page = pageOf(store.list(bucket, prefix, after), { prefix, delimiter: '', maxKeys, covered: after });
  return xmlDocument('ListVersionsResult', {
    Name: bucket,
    Prefix: prefix,
    MaxKeys: maxKeys,
    IsTruncated: page.next !== undefined,
    ...(page.next !== undefined && { NextKeyMarker: page.next, NextVersionIdMarker: 'null' }),
    Version: page.objects.map(object => versionTree({ ...object, versionId: 'null', isLatest: true, object })),
  });
}

/** ListObjectVersions of a bucket with versions. */
function listHistory(store: S3Store, bucket: string, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const maxKeys = maxKeysOf(query);
  const all = [...store.versions.history(bucket, prefix)];
  const [key, versionId] = [query.get('key-marker') ?? '', query.get('version-id-marker')];
  const marked = all.findIndex(entry => entry.key === key && entry.versionId === versionId);
  const left =
    marked < 0 ? all.filter(entry => Buffer.compare(Buffer.from(entry.key), Buffer.from(key)) > 0) : all.slice(marked + 1);
  const page = left.slice(0, maxKeys);
  const last = left.length > page.length ? page.at(-1) : undefined;
  return xmlDocument('ListVersionsResult', {
    Name: bucket,
    Prefix: prefix,
    MaxKeys: maxKeys,
    IsTruncated: last !== undefined,
    ...(last && { NextKeyMarker: last.key, NextVersionIdMarker: last.versionId }),
    Version: page.filter(({ object }) => object).map(versionTree),
    DeleteMarker: page.filter(({ object }) => !object).map(versionTree),
  });
}

const versionTree = ({ key, versionId, isLatest, modifiedAt, object }: HistoryEntry): XmlTree => ({
  Key: key,
  VersionId: versionId,
  IsLatest: isLatest,
  LastModified: modifiedAt,
  ETag: object?.etag,
  Size: object?.size,
});

interface Page {
  objects: StoredObject[];
  prefixes: string[];
  /** The last key of this page, if there are more. */
  next: string | undefined;
}

/** Collects a page: keys with a common prefix up to the delimiter count as one entry, wherever the previous page ended. */
function pageOf(
  objects: Iterable<StoredObject>,
  { prefix, delimiter, maxKeys, covered }: { prefix: string; delimiter: string; maxKeys: number; covered: string },
): Page {
  const page: Page = { objects: [], prefixes: [], next: undefined };
  const commonOf = (key: string) => {
    const at = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
    return at < 0 ? undefined : key.slice(0, at + delimiter.length);
  };
  let last = covered;
  for (const object of objects) {
    const common = commonOf(object.key);
    const alreadyListed = common !== undefined && (page.prefixes.at(-1) === common || last.startsWith(common));
    if (!alreadyListed) {
      if (page.objects.length + page.prefixes.length >= maxKeys) return { ...page, next: maxKeys > 0 ? last : undefined };
      if (common === undefined) page.objects.push(object);
      else page.prefixes.push(common);
    }
    last = object.key;
  }
  return page;
}
