/**
 * Folders a store must not live in: network drives and folders that a cloud service copies behind our back. Both
 * break the locking and ordering that the database relies on, without any error at the time.
 */
import fs from "node:fs";
import path from "node:path";
import { type Failure, failure } from "../../../core/base/failure.ts";

/** File system types as Linux's statfs reports them (statfs(2), linux/magic.h). */
const NETWORK_TYPES: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB2"],
  [0x00c36400, "Ceph"],
  [0x5346414f, "AFS"],
  [0x6b414653, "AFS"],
  [0x73757245, "Coda"],
]);
const FUSE = 0x65735546;
const PLAN9 = 0x01021997;

/** FUSE also carries local disks (NTFS, encrypted folders); these are the ones that reach over a network. */
const REMOTE_FUSE =
  /^fuse\.(sshfs|rclone|s3fs|goofys|gcsfuse|blobfuse2?|gvfsd-fuse|davfs2?|curlftpfs|smbnetfs|glusterfs|juicefs|onedriver|google-drive-ocamlfuse|kio-fuse|dropbox)$/;

/** Folder names that sync programs make. */
const SYNCED_FOLDER =
  /^(OneDrive( - .+)?|Dropbox( \(.+\))?|iCloud ?Drive|Mobile Documents|com~apple~CloudDocs|CloudStorage|Google ?Drive|GoogleDrive-.+|My Drive|Nextcloud|ownCloud|pCloud ?Drive|SynologyDrive|Box Sync)$/i;

export interface FolderFacts {
  /** `statfs` type, where there is one. */
  readonly type?: number;
  /** Lines of /proc/self/mountinfo, where there is one. */
  readonly mounts?: string;
}

/** Why a store must not be put into `folder` (an absolute path), if there is a reason. */
export function unsuitableFolder(folder: string, facts: FolderFacts): Failure | undefined {
  const synced = folder.split(/[/\\]/).find((name) => SYNCED_FOLDER.test(name));
  if (synced !== undefined) return failure("store/network-folder", { folder, kind: "cloud", name: synced });
  if (/^\\\\(?![.?]\\)/.test(folder))
    return failure("store/network-folder", { folder, kind: "network share" });
  const type = facts.type === undefined ? undefined : facts.type >>> 0;
  const network = type === undefined ? undefined : NETWORK_TYPES.get(type);
  if (network !== undefined) return failure("store/network-folder", { folder, kind: network });
  if (type !== FUSE && type !== PLAN9) return undefined;
  const mount = mountOf(folder, facts.mounts ?? "");
  // A sandbox may serve its own root over 9P; a shared host folder is mounted below the root.
  if (type === PLAN9 && mount?.point !== "/") return failure("store/network-folder", { folder, kind: "9P" });
  if (mount !== undefined && REMOTE_FUSE.test(mount.type)) {
    return failure("store/network-folder", { folder, kind: mount.type });
  }
  return undefined;
}

/** The mount with the longest mount point above `folder` (proc(5): field 5, and the type after the lone hyphen). */
function mountOf(
  folder: string,
  mounts: string,
): { readonly point: string; readonly type: string } | undefined {
  let best: { point: string; type: string } | undefined;
  for (const line of mounts.split("\n")) {
    const fields = line.split(" ");
    const point = fields[4]?.replace(/\\([0-7]{3})/g, (_, octal: string) =>
      String.fromCharCode(parseInt(octal, 8)),
    );
    const type = fields[fields.indexOf("-") + 1];
    if (point === undefined || type === undefined) continue;
    const above = point === "/" || folder === point || folder.startsWith(`${point}/`);
    if (above && point.length >= (best?.point.length ?? 0)) best = { point, type };
  }
  return best;
}

/** What the system says of the nearest existing folder at or above `folder`. */
export function folderFacts(folder: string): FolderFacts {
  let nearest = folder;
  while (!fs.existsSync(nearest) && path.dirname(nearest) !== nearest) nearest = path.dirname(nearest);
  if (process.platform !== "linux") return {};
  try {
    return { type: fs.statfsSync(nearest).type, mounts: fs.readFileSync("/proc/self/mountinfo", "utf8") };
  } catch {
    // A system that does not tell cannot be judged; reading and writing will show.
    return {};
  }
}
