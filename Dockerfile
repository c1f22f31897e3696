# syntax=docker/dockerfile:1

# The program is built where there is a compiler, and run where there is not.
FROM rust:1.95-slim-bookworm AS build
# The allocator is written in C and built with make.
RUN apt-get update && apt-get install --yes --no-install-recommends make && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# What cargo downloads and compiles is kept from one build of the image to the next; the program is copied out of it.
RUN --mount=type=cache,target=/usr/local/cargo/registry \
    --mount=type=cache,target=/source/target \
    cargo build --locked --profile dist --bin arcana \
    && install -D target/dist/arcana /built/arcana

FROM debian:bookworm-slim
# Pictures of readings show names and questions in any script.
RUN apt-get update \
    && apt-get install --yes --no-install-recommends fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji \
    && rm -rf /var/lib/apt/lists/*
RUN groupadd --system --gid 10001 arcana \
    && useradd --system --uid 10001 --gid arcana --home-dir /data --no-create-home --shell /usr/sbin/nologin arcana \
    && install --directory --owner arcana --group arcana /data
COPY --from=build /built/arcana /usr/local/bin/arcana

USER 10001:10001
WORKDIR /data
VOLUME /data
# Without a key in its database it does not start here, unless ARCANA_ANONYMOUS says that callers need none.
# With DATABASE_URL=postgres://… nothing is kept in /data.
ENV ARCANA_LISTEN=0.0.0.0:8080 \
    DATABASE_URL=sqlite:///data/arcana.db
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=5s --retries=3 CMD ["arcana", "health"]
ENTRYPOINT ["arcana"]
