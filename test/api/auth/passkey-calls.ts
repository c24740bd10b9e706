export const BAD_REQUEST = { status: 400, body: { error: { code: 'bad_request' } } };
