import { countryList } from '#shared/authority/etransport/codes/countries.ts';
import { CUSTOMS_OFFICES } from '#shared/authority/etransport/codes/customs-offices.ts';
import { CONFIRMATIONS, OPERATIONS, PURPOSES, TRANSPORT_DOCUMENTS } from '#shared/authority/etransport/codes/operations.ts';
import { BORDER_POINTS, COUNTIES } from '#shared/authority/etransport/codes/places.ts';
import { COMMON_UNITS } from '#shared/authority/etransport/codes/units.ts';
import { defineEndpoint } from '#shared/platform/lambda/endpoint/define-endpoint.ts';

export const handler = defineEndpoint(
  {
    method: 'GET',
    path: '/api/v1/etransport-codes',
    summary: 'List the codes of transport declarations with their official names',
    auth: 'user',
    table: 'none',
    responses: { 200: async () => (await import('#shared/authority/etransport/codes/schema.ts')).codeListsSchema },
  },
  () => ({
    data: {
      operationTypes: OPERATIONS,
      purposeCodes: PURPOSES,
      counties: COUNTIES,
      borderPoints: BORDER_POINTS,
      customsOffices: CUSTOMS_OFFICES,
      countries: countryList(),
      units: COMMON_UNITS,
      documentTypes: TRANSPORT_DOCUMENTS,
      confirmations: CONFIRMATIONS,
    },
  }),
);
