export const refused = (status: number, code: string) => ({ status, body: { error: { code } } });
