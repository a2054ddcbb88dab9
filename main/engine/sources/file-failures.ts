/** Operating-system errors on the user's files, as failure codes. */
import { type Failure, failure } from "../../../core/base/failure.ts";

export function errorCode(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

/** @param seen true when the file was there a moment ago: then its absence means that it vanished */
export function fileFailure(error: unknown, seen: boolean): Failure {
  const code = errorCode(error);
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return failure(seen ? "read/vanished" : "read/not-found");
    case "EACCES":
    case "EPERM":
      return failure("read/permission-denied");
    case "ELOOP":
      return failure("read/symlink-not-followed");
    case "ENAMETOOLONG":
      return failure("read/path-too-long");
    case "EBUSY":
    case "ETXTBSY":
    case "EAGAIN":
      return failure("read/locked");
    default:
      return failure("read/io-error", { system: code === "" ? String(error).slice(0, 200) : code });
  }
}
