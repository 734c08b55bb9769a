// Files of the page that are data and no code: texts of kernels and meanings of words.

/** The file at `address`. */
export async function got(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return response;
}
