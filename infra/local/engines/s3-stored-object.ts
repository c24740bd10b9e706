/** The metadata of an object. */
export interface StoredObject {
  bucket: string;
  key: string;
  /** Name of the file with the bytes, in the bucket's folder. */
  file: string;
  size: number;
  /** MD5 in hex, within double quotes. */
  etag: string;
  /** CRC-32, base64 of four bytes. */
  crc32: string;
  modifiedAt: string;
  /** Headers that come back with the object (Content-Type and the like), names in lower case. */
  headers: Record<string, string>;
  /** User metadata, without the `x-amz-meta-` prefix. */
  metadata: Record<string, string>;
  /** Only in buckets with Object Lock. */
  version?: Version | undefined;
}

/** Object Lock of a bucket, with the default retention that each of its new versions gets. */
export interface BucketLock {
  mode: 'GOVERNANCE' | 'COMPLIANCE';
  days: number;
}

/** Buckets with Object Lock, by their names. They are versioned; all other buckets have no versions. */
export type BucketLocks = Readonly<Record<string, BucketLock>>;

/** What a version has beside its object. */
export interface Version {
  versionId: string;
  mode: BucketLock['mode'];
  /** ISO 8601. Until then nobody removes the version. */
  retainUntil: string;
}
