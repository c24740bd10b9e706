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

/** The default retention of a bucket with Object Lock, which each of its new versions gets whose request asks for no other. */
export interface DefaultRetention {
  mode: 'GOVERNANCE' | 'COMPLIANCE';
  days: number;
}

/**
 * Buckets with Object Lock, by their names; null: without a default retention. They are versioned; all other buckets have no
 * versions.
 */
export type BucketLocks = Readonly<Record<string, DefaultRetention | null>>;

/** The lock of a version. */
export interface Retention {
  mode: DefaultRetention['mode'];
  /** ISO 8601. Until then nobody removes the version. */
  retainUntil: string;
}

/** What a version has beside its object; without a mode it is not locked. */
export interface Version extends Partial<Retention> {
  versionId: string;
}
