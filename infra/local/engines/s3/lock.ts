import { now } from '#shared/base/kernel/clock.ts';
import { AwsError } from '../http.ts';
import type { S3Request } from './request.ts';
import type { Retention } from './stored-object.ts';
import type { S3Store } from './store.ts';

const invalid = (message: string, name: string) => new AwsError('InvalidArgument', 400, message, { ArgumentName: name });

const MODE = 'x-amz-object-lock-mode';
const UNTIL = 'x-amz-object-lock-retain-until-date';

/**
 * The retention that the headers of a PutObject ask for; undefined without them.
 *
 * @throws AwsError as S3 refuses them: in a bucket without Object Lock, incomplete, of the past; and bytes that are to be locked, by
 *   these headers or by the default retention of the bucket, and that no digest vouches for
 */
export function requestedRetention(store: S3Store, request: S3Request): Retention | undefined {
  const { header, bucket } = request;
  if (header('x-amz-object-lock-legal-hold') !== undefined)
    throw new AwsError('NotImplemented', 501, 'The local engine knows no legal holds.');
  const retention = retentionOf(header(MODE), header(UNTIL));
  if (retention && !store.versions.isLocked(bucket))
    throw new AwsError('InvalidRequest', 400, 'Bucket is missing Object Lock Configuration');
  if ((retention || store.versions.hasDefault(bucket)) && !hasDigest(request)) {
    const message = 'Content-MD5 OR x-amz-checksum- HTTP header is required for Put Object requests with Object Lock parameters';
    throw new AwsError('InvalidRequest', 400, message);
  }
  return retention;
}

/** Refuses lock headers of requests that the local engine does not lock by, rather than to ignore them. */
export function refuseRetention({ header }: S3Request): void {
  if (header(MODE) !== undefined || header(UNTIL) !== undefined)
    throw new AwsError('NotImplemented', 501, 'The local engine locks objects of PutObject only.');
}

function retentionOf(mode: string | undefined, until: string | undefined): Retention | undefined {
  if (mode === undefined && until === undefined) return undefined;
  if (mode === undefined || until === undefined) {
    throw invalid(`${UNTIL} and ${MODE} must both be supplied`, mode === undefined ? MODE : UNTIL);
  }
  if (mode !== 'GOVERNANCE' && mode !== 'COMPLIANCE') throw invalid('Unknown wormMode directive.', MODE);
  const date = new Date(until);
  if (Number.isNaN(date.getTime())) throw invalid('The retain until date must be provided in ISO 8601 format', UNTIL);
  if (date <= now()) throw invalid('The retain until date must be in the future!', UNTIL);
  return { mode, retainUntil: date.toISOString() };
}

function hasDigest({ body: { headers } }: S3Request): boolean {
  const names = Object.keys(headers);
  return (
    ['content-md5', 'x-amz-sdk-checksum-algorithm', 'x-amz-trailer'].some(name => names.includes(name)) ||
    names.some(name => name.startsWith('x-amz-checksum-'))
  );
}
