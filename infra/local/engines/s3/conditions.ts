import { AwsError } from '../http.ts';
import type { S3Request } from './request.ts';
import type { StoredObject } from './stored-object.ts';

/** The conditions of reads and writes: RFC 9110 §13, as far as S3 knows it. */

type Header = S3Request['header'];

const failed = (condition: string) =>
  new AwsError('PreconditionFailed', 412, 'At least one of the pre-conditions you specified did not hold', {
    Condition: condition,
  });

const unquoted = (etag: string): string => etag.replaceAll('"', '');
const isEtagOf = (object: StoredObject, etag: string): boolean => unquoted(etag) === unquoted(object.etag);
/** Of a read: `*` is any object. */
const names = (etag: string, object: StoredObject): boolean => etag === '*' || isEtagOf(object, etag);

/** Whether an object was modified after a date; undefined for what is no date, which is ignored. Dates of HTTP have no fractions of seconds. */
function isLater(object: StoredObject, date: string | undefined): boolean | undefined {
  const since = Date.parse(date ?? '');
  return Number.isNaN(since) ? undefined : Math.floor(Date.parse(object.modifiedAt) / 1000) * 1000 > since;
}

/**
 * Whether the caller of a read does not have the object yet. An ETag goes before a date.
 *
 * @throws AwsError PreconditionFailed for an object that is not the one which the caller wants
 */
export function hasChanged(header: Header, object: StoredObject): boolean {
  const wanted = header('if-match');
  if (wanted !== undefined && !names(wanted, object)) throw failed('If-Match');
  if (wanted === undefined && isLater(object, header('if-unmodified-since')) === true) throw failed('If-Unmodified-Since');
  const known = header('if-none-match');
  if (known !== undefined) return !names(known, object);
  return isLater(object, header('if-modified-since')) !== false;
}

/** @throws AwsError for a current object (undefined: none) that does not allow the write */
export function checkWriteCondition(header: Header, current: StoredObject | undefined, key: string): void {
  const none = header('if-none-match');
  const dated = header('if-modified-since') ?? header('if-unmodified-since');
  if (dated !== undefined || (none !== undefined && none !== '*')) {
    throw new AwsError('NotImplemented', 501, 'A header you provided implies functionality that is not implemented', {
      Header: dated === undefined ? 'If-None-Match' : 'If-(Un)Modified-Since',
    });
  }
  if (none !== undefined && current) throw failed('If-None-Match');
  const match = header('if-match');
  if (match === undefined) return;
  if (!current) throw new AwsError('NoSuchKey', 404, 'The specified key does not exist.', { Key: key });
  if (!isEtagOf(current, match)) throw failed('If-Match');
}
