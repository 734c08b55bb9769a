// Files of the page that are data and no code: texts of kernels, lists of options, meanings of words.

/** The file at `address`. */
export async function got(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}

/** The value that the file at `address` holds, in JSON. */
export const gotValue = async <T>(address: string): Promise<T> => (await got(address)).json() as Promise<T>;
