/** The provider's endpoints whose responses concern a single person. */
export interface PersonalEndpoints {
  readonly token_endpoint?: string | undefined;
  readonly userinfo_endpoint?: string | undefined;
}

/** Statuses that are not refusals: timeout, and too many requests. */
const NOT_JUDGED = [408, 429];
const REFUSED_TOKEN = [400, 401, 403];

/**
 * Whether an error of `openid-client` means that the provider refused a person's tokens. A retry is then pointless. A
 * failed request for the provider's keys does not concern the person. `invalid_client` concerns the console, not the
 * person.
 */
export const isRefusal = async (error: unknown, endpoints: PersonalEndpoints): Promise<boolean> => {
  const response = responseIn(error);
  if (!response) return false;
  const { url, status } = response;
  if (isAt(url, endpoints.userinfo_endpoint)) return REFUSED_TOKEN.includes(status);
  return (
    isAt(url, endpoints.token_endpoint) &&
    status >= 400 &&
    status < 500 &&
    !NOT_JUDGED.includes(status) &&
    (await codeIn(error, response)) !== 'invalid_client'
  );
};

const isAt = (url: string, endpoint: string | undefined): boolean =>
  endpoint !== undefined && URL.parse(endpoint)?.href === url;

/** The response in an error. If the response's body is invalid, the response is in the error's cause. */
const responseIn = (error: unknown): Response | undefined => {
  if (!(error instanceof Error)) return undefined;
  return ['response' in error ? error.response : undefined, error.cause].find((each) => each instanceof Response);
};

/** The error code. Reads the body, because `openid-client` does not read it if the headers contain a challenge. */
const codeIn = async (error: unknown, response: Response): Promise<unknown> => {
  if (error instanceof Error && 'error' in error) return error.error;
  if (response.bodyUsed) return undefined;
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
};
