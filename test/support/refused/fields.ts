import { refusedRequest } from './request.ts';

/** `refusedRequest` as tables compare it: status, code and the fields that the details name; undefined when nothing is refused. */
export async function refusedFieldsOf(
  ...request: Parameters<typeof refusedRequest>
): Promise<[number, string, string[]] | undefined> {
  const refused = await refusedRequest(...request);
  return refused && [refused.status, refused.code, Object.keys(refused.details ?? {})];
}
