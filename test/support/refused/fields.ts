import { Problem } from '#shared/base/kernel/errors.ts';
import { refusedRequest } from './request.ts';

/** Errors as tables compare them: status, code and the fields that the details name; undefined for a success. */
type RefusedFields = [status: number, code: string, fields: string[]] | undefined;

/** The result of `refusedRequest`. */
export async function refusedFieldsOf(...request: Parameters<typeof refusedRequest>): Promise<RefusedFields> {
  const refused = await refusedRequest(...request);
  return refused && [refused.status, refused.code, Object.keys(refused.details ?? {})];
}

/** The error of a rule. */
export async function refusedFieldsBy(rule: () => unknown): Promise<RefusedFields> {
  try {
    await rule();
    return undefined;
  } catch (error) {
    if (error instanceof Problem) return [error.status, error.code, Object.keys(error.details ?? {})];
    throw error;
  }
}
