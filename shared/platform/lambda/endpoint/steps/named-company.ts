import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Requirements } from '../definition.ts';
import { header } from '../request.ts';

/** The id of the company that the request names; undefined when it names none. */
export function namedCompany({ companyIn }: Pick<Requirements, 'companyIn'>, event: APIGatewayProxyEventV2): string | undefined {
  if (companyIn === 'path') return event.pathParameters?.['uuid']?.toLowerCase();
  return header(event, 'x-company')?.trim().toLowerCase() || undefined;
}
