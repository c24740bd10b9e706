import { isRecordParameter } from './record-parameter.ts';

/** Path templates of routes, `/clients/{uuid}`, as lists of their segments. */

export const segmentsOf = (path: string): string[] => path.split('/').slice(1);

export const isParameter = (segment: string): boolean => segment.startsWith('{');

/** Whether a request with the path `sent` fits the template. An empty segment is no parameter. */
export const fits = (template: readonly string[], sent: readonly string[]): boolean =>
  template.length === sent.length &&
  template.every((segment, place) => (isParameter(segment) ? sent[place] !== '' : segment === sent[place]));

/** Whether all requests that fit a template fit the other one too, which would read a fixed word of theirs as the id of a record. */
export const hidesIdsOf = (template: readonly string[], other: readonly string[]): boolean =>
  template.length === other.length &&
  template.every((segment, place) => segment === other[place] || isParameter(other[place] ?? '')) &&
  template.some((segment, place) => !isParameter(segment) && isRecord(other[place] ?? ''));

const isRecord = (segment: string): boolean => isParameter(segment) && isRecordParameter(segment.slice(1, -1));
