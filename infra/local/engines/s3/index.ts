import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BucketCorsRule } from '../../../stage/cors.ts';
import { bucketCorsHeaders, isPreflight } from '../../gateway/cors.ts';
import { AwsError, type Engine, serve } from '../http.ts';
import { deleteObject, deleteObjects } from './delete.ts';
import { listObjects, listVersions } from './list.ts';
import { copyObject, getObject, putObject } from './objects.ts';
import { postObject } from './post.ts';
import { authorize, readRequest, type S3Request } from './request.ts';
import { openS3Store, type S3Store } from './store.ts';
import type { BucketLocks } from './stored-object.ts';
import { errorDocument } from './xml.ts';

export interface S3Options {
  /** Stores objects in its subfolder `s3/`. */
  dataDir: string;
  /** Buckets to make if they are missing. */
  buckets?: string[];
  /** Buckets with Object Lock, and so with versions, by their names; none by default. */
  locks?: BucketLocks;
  /** CORS of buckets by their names; none by default. */
  cors?: Record<string, readonly BucketCorsRule[]>;
}

/** The supported query parameters. Others, such as `?acl` or `?tagging`, are other operations, which must not overwrite the object. */
const QUERY =
  /^(x-id|x-amz-.*|response-.*|list-type|prefix|delimiter|max-keys|continuation-token|delete|versions|key-marker|version-id-marker|versionId)$/i;

/**
 * Amazon S3 on one machine, path style: objects of any size streamed to disk, ranges, conditional writes, user metadata,
 * presigned GET and PUT, POST policies, listings. Every request must be signed or presigned; signatures of
 * presigned requests and of policies are checked, and they expire by the local clock. Versions only in buckets with Object Lock; no multipart
 * uploads.
 */
export async function startS3(options: S3Options): Promise<Engine> {
  const store = openS3Store(options.dataDir, options.locks);
  for (const bucket of options.buckets ?? []) store.addBucket(bucket);

  const engine = await serve(
    async (message, response) => {
      if (answerCors(options.cors ?? {}, message, response)) return;
      const request = readRequest(message);
      const isForm = request.method === 'POST' && request.bucket && !request.key && !request.query.has('delete');
      if (!isForm) authorize(request); // a form carries its permission in its policy
      const unknown = [...request.query.keys()].find(name => !QUERY.test(name));
      if (unknown !== undefined) {
        throw new AwsError('NotImplemented', 501, `The local engine does not know the query parameter '${unknown}'.`);
      }
      if (!request.key) await onBucket(store, request, response);
      else await onObject(store, request, response);
    },
    (error, response, request) => {
      const body = request.method === 'HEAD' ? '' : errorDocument(error, (request.url ?? '').split('?')[0] ?? '');
      sendXml(response, error.status, body);
    },
  );

  return {
    endpoint: engine.endpoint,
    async stop() {
      await engine.stop();
      store.close();
    },
  };
}

/**
 * Sets the CORS headers of the response.
 *
 * @returns whether the request was a preflight, to which this function has responded
 * @throws AwsError for a preflight that matches no rule of the bucket
 */
function answerCors(cors: NonNullable<S3Options['cors']>, message: IncomingMessage, response: ServerResponse): boolean {
  const { method = '', headers, url = '' } = message;
  const rules = cors[/^\/([^/?]*)/.exec(url)?.[1] ?? ''] ?? [];
  const preflight = isPreflight(method, headers);
  const added = bucketCorsHeaders(rules, preflight ? (headers['access-control-request-method'] ?? '') : method, headers);
  for (const [name, value] of Object.entries(added ?? {})) response.setHeader(name, value);
  if (!preflight) return false;
  if (!added) throw new AwsError('AccessForbidden', 403, 'CORSResponse: This CORS request is not allowed.');
  response.writeHead(200, { 'content-length': 0 }).end();
  return true;
}

const notAllowed = () => new AwsError('MethodNotAllowed', 405, 'The specified method is not allowed against this resource.');

function sendXml(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(body) }).end(body);
}

function requireBucket(store: S3Store, bucket: string): void {
  if (!store.hasBucket(bucket)) {
    throw new AwsError('NoSuchBucket', 404, 'The specified bucket does not exist', { BucketName: bucket });
  }
}

async function onBucket(store: S3Store, request: S3Request, response: ServerResponse): Promise<void> {
  const { method, bucket, query } = request;
  requireBucket(store, bucket);
  if (method === 'GET' && query.get('list-type') === '2') sendXml(response, 200, listObjects(store, bucket, query));
  else if (method === 'GET' && query.has('versions')) sendXml(response, 200, listVersions(store, bucket, query));
  else if (method === 'GET')
    throw new AwsError('NotImplemented', 501, 'The local engine lists by ListObjectsV2 and ListObjectVersions.');
  else if (method === 'POST' && query.has('delete')) sendXml(response, 200, await deleteObjects(store, request));
  else if (method === 'POST') await onForm(store, request, response);
  else throw notAllowed();
}

async function onForm(store: S3Store, request: S3Request, response: ServerResponse): Promise<void> {
  const { bucket, key, etag } = await postObject(store, request);
  const location = `http://${request.header('host')}/${bucket}/${encodeURIComponent(key)}`;
  response.writeHead(204, { location, etag }).end();
}

async function onObject(store: S3Store, request: S3Request, response: ServerResponse): Promise<void> {
  const { method, bucket, key } = request;
  requireBucket(store, bucket);
  if (method === 'GET' || method === 'HEAD') {
    await getObject(store, request, response);
  } else if (method === 'PUT') {
    if (Buffer.byteLength(key) > 1024) throw new AwsError('KeyTooLongError', 400, 'Your key is too long');
    if (request.header('x-amz-copy-source') === undefined) await putObject(store, request, response);
    else sendXml(response, 200, await copyObject(store, request));
  } else if (method === 'DELETE') {
    response.writeHead(204, deleteObject(store, request)).end();
  } else {
    throw notAllowed();
  }
}
