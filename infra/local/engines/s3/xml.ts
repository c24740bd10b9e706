import { writeXml, type XmlTree } from '../../xml.ts';
import type { AwsError } from '../http.ts';

export const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

export const xmlDocument = (root: string, content: XmlTree): string =>
  writeXml({ [root]: { '@': { xmlns: NAMESPACE }, ...content } });

export const errorDocument = ({ code, message, members }: AwsError, resource: string): string =>
  writeXml({ Error: { Code: code, Message: message, ...members, Resource: resource, RequestId: 'LOCAL' } });
