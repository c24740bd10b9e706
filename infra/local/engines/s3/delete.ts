import { XmlDocument, XmlError, type XmlNode } from 'libxml2-wasm';
import type { XmlTree } from '../../xml.ts';
import { AwsError, readBody } from '../http.ts';
import { checkDigests, declaredAlgorithms, digestsOf } from './digests.ts';
import type { S3Request } from './request.ts';
import type { S3Store } from './store.ts';
import { NAMESPACE, xmlDocument } from './xml.ts';

const MAX_DELETE = 1000;

const bypasses = ({ header }: S3Request): boolean => header('x-amz-bypass-governance-retention') === 'true';

/** DeleteObject, with `versionId` of that version. @returns the headers of the response */
export function deleteObject(store: S3Store, request: S3Request): Record<string, string> {
  const { bucket, key, query, body } = request;
  if (Object.keys(body.headers).some(name => /^(x-amz-)?if-/.test(name)))
    throw new AwsError('NotImplemented', 501, 'The local engine deletes without conditions.');
  return deleteOne(store, bucket, { key, versionId: query.get('versionId') ?? undefined }, bypasses(request));
}

function deleteOne(
  store: S3Store,
  bucket: string,
  { key, versionId }: { key: string; versionId: string | undefined },
  bypass: boolean,
): Record<string, string> {
  if (versionId !== undefined && store.versions.isLocked(bucket)) {
    store.removeVersion(bucket, key, versionId, bypass);
    return { 'x-amz-version-id': versionId };
  }
  const marker = store.remove(bucket, key);
  return marker === undefined ? {} : { 'x-amz-delete-marker': 'true', 'x-amz-version-id': marker };
}

/** DeleteObjects: reports what it could not remove, and removes the rest. @returns the document of the response */
export async function deleteObjects(store: S3Store, request: S3Request): Promise<string> {
  const { headers } = request.body;
  const algorithms = declaredAlgorithms(headers);
  if (algorithms.length === 0) {
    throw new AwsError('InvalidRequest', 400, 'Missing required header for this request: Content-MD5 OR x-amz-checksum-*');
  }
  const body = await readBody(request.body, 4_000_000);
  checkDigests(algorithms, name => headers[name] as string | undefined, digestsOf(body, algorithms));
  const { objects, quiet } = readDelete(body);
  const [deleted, failed]: [XmlTree[], XmlTree[]] = [[], []];
  for (const object of objects) {
    const named = { Key: object.key, VersionId: object.versionId || undefined };
    try {
      deleteOne(store, request.bucket, object, bypasses(request));
      if (!quiet) deleted.push(named);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      failed.push({ ...named, Code: error.code, Message: error.message });
    }
  }
  return xmlDocument('DeleteResult', { Deleted: deleted, Error: failed });
}

/** @throws AwsError for a body that is no `Delete` of 1 to 1,000 objects */
function readDelete(body: Buffer): { objects: { key: string; versionId: string | undefined }[]; quiet: boolean } {
  try {
    using document = XmlDocument.fromBuffer(body);
    const find = (path: string, from: XmlNode = document.root) => from.find(path, { s3: NAMESPACE });
    const objects = find('/s3:Delete/s3:Object').map(object => ({
      key: find('s3:Key', object)[0]?.content ?? '',
      versionId: find('s3:VersionId', object)[0]?.content,
    }));
    if (objects.length > 0 && objects.length <= MAX_DELETE)
      return { objects, quiet: find('/s3:Delete/s3:Quiet')[0]?.content === 'true' };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
  }
  throw new AwsError('MalformedXML', 400, `The XML you provided must name 1 to ${MAX_DELETE} objects.`);
}
