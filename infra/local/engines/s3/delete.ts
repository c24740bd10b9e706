import { AwsError, readBody } from '../http.ts';
import type { S3Request } from './request.ts';
import type { S3Store } from './store.ts';
import { element, textsOf, xmlDocument } from './xml.ts';

const MAX_DELETE = 1000;

const bypasses = ({ header }: S3Request): boolean => header('x-amz-bypass-governance-retention') === 'true';

/** DeleteObject, with `versionId` of that version. @returns the headers of the response */
export function deleteObject(store: S3Store, request: S3Request): Record<string, string> {
  const { bucket, key, query } = request;
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
  const xml = (await readBody(request.body, 4_000_000)).toString();
  const objects = textsOfObjects(xml);
  if (objects.length === 0 || objects.length > MAX_DELETE) {
    throw new AwsError('MalformedXML', 400, `The XML you provided must name 1 to ${MAX_DELETE} objects.`);
  }
  const quiet = textsOf(xml, 'Quiet')[0] === 'true';
  const results = objects.map(object => {
    const named = [element('Key', object.key), ...(object.versionId ? [element('VersionId', object.versionId)] : [])];
    try {
      deleteOne(store, request.bucket, object, bypasses(request));
      return quiet ? '' : element('Deleted', named);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      return element('Error', [...named, element('Code', error.code), element('Message', error.message)]);
    }
  });
  return xmlDocument('DeleteResult', results);
}

const textsOfObjects = (xml: string): { key: string; versionId: string | undefined }[] =>
  [...xml.matchAll(/<Object>(.*?)<\/Object>/gs)].map(([, object = '']) => ({
    key: textsOf(object, 'Key')[0] ?? '',
    versionId: textsOf(object, 'VersionId')[0],
  }));
